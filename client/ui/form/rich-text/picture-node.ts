import { mergeAttributes, Node } from '@tiptap/core';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    picture: { insertPicture: (picture: PictureAttributes) => ReturnType };
  }
}

export type PictureAttributes = {
  src: string;
  srcset: string | null;
  width: number | null;
  height: number | null;
  alt: string;
};

/** A block-level picture. Width and height reserve its space while it loads. */
export const PictureNode = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,

  addAttributes() {
    return {
      src: { default: null },
      srcset: { default: null },
      width: { default: null },
      height: { default: null },
      alt: { default: '' },
    };
  },

  parseHTML() {
    return [{ tag: 'img[src]', getAttrs: (image) => (isFetchable(image) ? null : false) }];
  },

  renderHTML({ HTMLAttributes }) {
    const sizes = HTMLAttributes.srcset ? { sizes: '(min-width: 760px) 720px, 92vw' } : {};
    return ['img', mergeAttributes(HTMLAttributes, sizes)];
  },

  addCommands() {
    return {
      insertPicture:
        (attrs) =>
        ({ commands }) =>
          commands.insertContent({ type: this.name, attrs }),
    };
  },
});

/** Pasted pages can contain data: and blob: pictures, which the server would remove. */
function isFetchable(image: HTMLElement): boolean {
  return /^(?:https:\/\/|\/(?!\/))/.test(image.getAttribute('src') ?? '');
}

import type { Appearance } from '#shared/endpoints/appearance.ts';
import type { Picture } from '#shared/endpoints/media.ts';

export type Editing = {
  draft: Appearance;
  set: (change: Partial<Appearance>) => void;
  /** Name and error of a field, by its path in the document: `hero.title`. */
  field: (path: string) => { name: string; error: string | undefined };
  /** By address. Undefined until the preview has answered. */
  findPicture: (address: string) => Picture | undefined;
  keepPicture: (picture: Picture) => void;
};

export type PartProps = { editing: Editing };

type Input = { target: { value: string } };

/** The attributes of a text field for one value of the document. */
export function textProps(
  { field }: Editing,
  path: string,
  value: string,
  onText: (value: string) => void,
) {
  return { ...field(path), value, onChange: (event: Input) => onText(event.target.value) };
}

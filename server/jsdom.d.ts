// Instead of @types/jsdom, which makes `document` and the other globals of browsers known to all server
// code. Has what the server and its tests use.
declare module 'jsdom' {
  import type { WindowLike } from 'dompurify';

  export type Element = {
    readonly tagName: string;
    readonly localName: string;
    readonly namespaceURI: string | null;
    readonly textContent: string;
    readonly attributes: Iterable<{ name: string; value: string }>;
    readonly children: Iterable<Element>;
    innerHTML: string;
    getAttribute(name: string): string | null;
    getAttributeNames(): string[];
    hasAttribute(name: string): boolean;
    setAttribute(name: string, value: string): void;
    removeAttribute(name: string): void;
    remove(): void;
    querySelector(selector: string): Element | null;
    querySelectorAll(selector: string): Iterable<Element>;
    getElementsByTagName(name: string): Iterable<Element>;
  };

  export type Document = {
    readonly title: string;
    readonly body: Element;
    readonly documentElement: Element;
    createElement(name: string): Element;
    getElementById(id: string): Element | null;
    querySelector(selector: string): Element | null;
    querySelectorAll(selector: string): Iterable<Element>;
  };

  export class JSDOM {
    constructor(html: string);
    readonly window: WindowLike & {
      document: Document;
      DOMParser: new () => { parseFromString(text: string, type: string): Document };
    };
  }
}

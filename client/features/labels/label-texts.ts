export type LabelTexts = {
  heading: string;
  lead: string;
  add: string;
  edit: string;
  /** The things that have the labels: a post, an event. */
  one: string;
  many: string;
};

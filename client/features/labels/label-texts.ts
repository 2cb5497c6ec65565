export type LabelTexts = {
  heading: string;
  lead: string;
  add: string;
  edit: string;
  /** What has the labels: a post, an event. */
  one: string;
  many: string;
};

/** Sends mail: by SMTP, or into a folder where there is no mail server. */
export type Mail = {
  to: string;
  subject: string;
  /** What the person reads; the HTML form is made from the same parts. */
  heading: string;
  paragraphs: string[];
  action?: { label: string; url: string };
};

export type Mailer = {
  send(mail: Mail): Promise<void>;
  close(): void;
};

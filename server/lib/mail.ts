export type Mail = {
  to: string;
  subject: string;
  /** What the person reads; the HTML form is made from the same parts. */
  heading: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** For the Message-ID: the same for every attempt to send this mail. */
  messageId?: string;
};

/** Sends mail at once: by SMTP, or into a folder where there is no mail server. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
  close(): void;
};

/**
 * What the queue stores of a mail. For a password reset only whose: the link is made when the mail is
 * sent, so that the database never holds one and a mail that had to wait brings one that works.
 */
export type MailContent = Pick<Mail, 'heading' | 'paragraphs' | 'action'> | { resetUid: string };

export type QueuedMail = { to: string; subject: string } & MailContent & {
    /** By default after a day. */
    giveUpAt?: Date;
    /** Sent before all others. */
    isUrgent?: boolean;
  };

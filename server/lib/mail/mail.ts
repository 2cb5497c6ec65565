export type Mail = {
  to: string;
  subject: string;
  heading: string;
  /** Lines of one paragraph are separated by `\n`. */
  paragraphs: string[];
  action?: { label: string; url: string };
  closing?: string[];
  /** For the Message-ID: the same for every attempt to send this email. */
  messageId?: string;
};

/** Sends immediately: by SMTP, or to a folder if there is no mail server. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** Links are made when the email is sent: the database never contains one, and a delayed email has a fresh one. */
export type MailContent =
  | Pick<Mail, 'heading' | 'paragraphs' | 'action' | 'closing'>
  | { resetUid: string }
  | { confirmUid: string }
  | { claimedName: string };

export type QueuedMail = { to: string; subject: string } & MailContent & {
    /** One day after it was added by default. */
    giveUpAt?: Date;
    isUrgent?: boolean;
  };

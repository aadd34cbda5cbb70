/** The content of a mail as its composer returns it: plain text, not escaped. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  /** Shown after the first paragraph, in the HTML part as a button. */
  link?: { label: string; url: string };
  attachments?: readonly MailAttachment[];
}

interface MailAttachment {
  name: string;
  contentType: string;
  content: Uint8Array;
}

/** A composed mail. */
export interface Mail {
  /** A UUID, the same for all attempts, so that a recipient can recognize a duplicate. */
  messageId: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly MailAttachment[];
  date: Date;
}

/** Delivers mails to a mail server or to files. */
export interface MailTransport {
  /** Resolves once the mail is delivered. Throws MailRejected when a retry would not help. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** The mail server rejects the recipient permanently (a 5xx response to the address). */
export class MailRejected extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'MailRejected';
  }
}

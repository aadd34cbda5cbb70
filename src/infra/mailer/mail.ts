/** What a mail says, as its kind composes it: plain text throughout, nothing escaped yet. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  /** Shown after the first paragraph, in the HTML part as a button. */
  link?: { label: string; url: string };
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  name: string;
  contentType: string;
  content: Uint8Array;
}

/** A mail ready to go. */
export interface Mail {
  /** Stable over all attempts, so that whoever gets a mail twice can tell; a UUID. */
  messageId: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly MailAttachment[];
  date: Date;
}

/** Hands mails over. A port: a mail server, or files. */
export interface MailTransport {
  /** Resolves once the mail is somebody else's to keep. Throws MailRefused when trying again is of no use. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** The recipient's server will never take this mail (a permanent 5xx about the address). */
export class MailRefused extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'MailRefused';
  }
}

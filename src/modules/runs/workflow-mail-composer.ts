import Type from 'typebox';
import { Value } from 'typebox/value';
import type { MailComposer } from '../../infra/mailer/mail-sender.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sql } from '../../infra/sql.ts';
import { WORKFLOW_MAIL } from './workflow-mails.ts';

const params = Type.Object({
  subject: Type.String(),
  body: Type.String(),
  documentIds: Type.Array(Type.String()),
});

interface Stored {
  name: string;
  storageKey: string;
}

/** Composes the mails of email nodes: the texts as they were filled in, the documents as they are stored. */
export function createWorkflowMailComposer({
  sql,
  storage,
}: {
  sql: Sql;
  storage: ObjectStorage;
}): Record<typeof WORKFLOW_MAIL, MailComposer> {
  return {
    async [WORKFLOW_MAIL](queued) {
      const { subject, body, documentIds } = Value.Parse(params, queued.params);
      const documents = documentIds.length === 0 ? [] : await sql<Stored>(FIND, [documentIds]);
      // The run was deleted with its workflow, so the mail is not sent.
      if (documents.length < documentIds.length) return null;
      const attachments = await Promise.all(
        documents.map(async ({ name, storageKey }) => ({
          name,
          contentType: 'application/pdf',
          content: await storage.get(storageKey),
        })),
      );
      return { subject, paragraphs: body.split(/\n{2,}/), attachments };
    },
  };
}

const FIND = {
  name: 'workflow_mail_files',
  text: `
    select d.name, d.storage_key as "storageKey"
    from unnest($1::text[]) with ordinality as a (id, place) join document d on d.public_id = a.id
    order by a.place`,
};

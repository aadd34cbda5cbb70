import { PDFDocument } from 'pdf-lib';
import { type ApiClient, getData, toForm } from '../../../src/client/client.ts';

/** What is sent: numbered, so that each can be told from every other. */
export interface ChaosEvent {
  seq: number;
  first: string;
  last: string;
}

export const eventOf = (seq: number): ChaosEvent => ({ seq, first: 'Ada', last: `Lovelace ${seq}` });

/** What the document of an event must say, by field. */
export const textsOf = ({ seq, first, last }: ChaosEvent): Record<string, string> => ({
  Name: `${first} ${last}`,
  Seq: String(seq),
});

/** Who gets the mail of an event. */
export const recipientOf = (seq: number): string => `event-${seq}@example.com`;

/**
 * A template of two fields and an ACTIVE workflow (trigger, compose, select, template; with `mails` the document is
 * sent to the event's recipient); answers its webhook's path.
 */
export async function createFixture(
  api: ApiClient,
  { mails = false } = {},
): Promise<{ workflowId: string; path: string }> {
  const file = new File([await formPdf()], 'form.pdf', { type: 'application/pdf' });
  const template = await getData(
    api.POST('/api/templates', { body: { name: 'Chaos', file }, bodySerializer: toForm }),
  );
  const stepsJson = graphOf(template.publicId, mails);
  const body = { name: 'Chaos', triggerType: 'webhook' as const, stepsJson };
  const { publicId } = await getData(api.POST('/api/workflows', { body }));
  const params = { path: { publicId } };
  await getData(api.PUT('/api/workflows/{publicId}', { params, body: { status: 'ACTIVE' } }));
  return { workflowId: publicId, path: `/api/workflows/${publicId}/webhook` };
}

async function formPdf(): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 200]);
  for (const [index, name] of ['Name', 'Seq'].entries()) {
    const field = pdf.getForm().createTextField(name);
    field.addToPage(page, { x: 20, y: 20 + index * 40, width: 300, height: 24 });
  }
  return new Uint8Array(await pdf.save());
}

/** The texts of a filled form, by field. */
export async function fieldTexts(pdf: Uint8Array): Promise<Record<string, string>> {
  const form = (await PDFDocument.load(pdf)).getForm();
  return Object.fromEntries(
    form.getFields().map((field) => [field.getName(), form.getTextField(field.getName()).getText() ?? '']),
  );
}

/** A reference as graphs write it. */
const reference = (path: string) => `\${${path}}`;

function graphOf(templateId: string, mails: boolean) {
  const position = { x: 0, y: 0 };
  const fieldMappings = { Name: 'event.name', Seq: 'trigger.seq' };
  const to = `event-${reference('trigger.seq')}@example.com`;
  const mail = { to, subject: reference('event.name'), body: 'It is done.', attach: ['fill'] };
  const nodes = [
    { id: 'start', type: 'webhookTrigger', data: {} },
    {
      id: 'compose',
      type: 'composeNode',
      data: { mapping: { name: `${reference('event.first')} ${reference('event.last')}` } },
    },
    { id: 'select', type: 'selectNode', data: { fields: ['event.name'] } },
    { id: 'fill', type: 'templateNode', data: { templateId, fieldMappings } },
    ...(mails ? [{ id: 'mail', type: 'emailNode', data: mail }] : []),
  ];
  const edges = nodes
    .slice(1)
    .map((node, index) => ({ id: `e${index}`, source: nodes[index]?.id ?? '', target: node.id }));
  return { nodes: nodes.map((node) => ({ ...node, position })), edges };
}

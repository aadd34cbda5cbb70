import { type ApiClient, getData, toForm } from '../../../src/client/client.ts';
import { PDFDocument } from '../../../src/stamping/pdf/pdf-lib.ts';

/** The payload of a webhook event. The number identifies it. */
interface ChaosEvent {
  seq: number;
  first: string;
  last: string;
}

export const eventOf = (seq: number): ChaosEvent => ({ seq, first: 'Ada', last: `Lovelace ${seq}` });

/** The expected field values of an event's document, by field name. */
export const textsOf = ({ seq, first, last }: ChaosEvent): Record<string, string> => ({
  Name: `${first} ${last}`,
  Seq: String(seq),
});

/** The recipient of an event's mail. */
export const recipientOf = (seq: number): string => `event-${seq}@example.com`;

/**
 * Creates a template with two fields and an ACTIVE workflow (trigger, compose, select, template), and returns the path of
 * its webhook. With `mails`, the workflow sends the document to the event's recipient.
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

/** The field values of a filled form, by field name. */
export async function fieldTexts(pdf: Uint8Array): Promise<Record<string, string>> {
  const form = (await PDFDocument.load(pdf)).getForm();
  return Object.fromEntries(
    form.getFields().map((field) => [field.getName(), form.getTextField(field.getName()).getText() ?? '']),
  );
}

/** A reference in the syntax of graphs. */
const reference = (path: string) => `\${${path}}`;

function graphOf(templateId: string, mails: boolean) {
  const position = { x: 0, y: 0 };
  const fieldMappings = { Name: 'event.name', Seq: 'trigger.seq' };
  const to = `event-${reference('trigger.seq')}@example.com`;
  const mail = { to, subject: reference('event.name'), body: 'The document is attached.', attach: ['fill'] };
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

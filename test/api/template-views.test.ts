import { PNG } from 'pngjs';
import { createPublicId } from '../../src/infra/public-id.ts';
import { Membership } from '../../src/modules/organizations/membership.entity.ts';
import { Organization } from '../../src/modules/organizations/organization.entity.ts';
import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { fieldsOf } from '../support/stamping/harness.ts';
import { createTemplate, sendForm, untilTidy } from '../support/templates.ts';
import { actionsOf } from '../support/usage.ts';

const api = await startTestApp({ name: 'template-views' });
const owner = await signIn(api);
const letter = (await createTemplate(api, owner)).publicId;
afterEach(() => untilTidy(api));

const get = (url: string, who = owner) => api.app.inject({ url, headers: who.headers });
const preview = (id: string, payload: object | string, who = owner) =>
  api.app.inject({
    method: 'POST',
    url: `/api/templates/${id}/preview`,
    headers: { ...who.headers, 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const mappingsOf = (FieldMappings: object) => ({ json: JSON.stringify({ FieldMappings }) });

describe('fields', () => {
  test('one item per widget, with its displayed position and its properties', async () => {
    const body = (await get(`/api/templates/${letter}/fields`)).json();
    expect(body.pages).toEqual([{ page: 1, width: expect.any(Number), height: expect.any(Number) }]);
    expect(body.fields.map(({ name }: { name: string }) => name)).toEqual(['Name', 'City', 'Zip']);
    expect(body.fields[0]).toEqual({
      name: 'Name',
      type: 'text',
      page: 1,
      options: [],
      maxLength: null,
      multiline: false,
      required: false,
      readOnly: false,
      mapped: false,
      fontSize: body.fields[0].fontSize,
      x: expect.any(Number),
      y: expect.any(Number),
      width: expect.any(Number),
      height: expect.any(Number),
    });
    for (const { x, y, width, height } of body.fields) {
      expect(Math.min(x, y, width, height)).toBeGreaterThan(0);
      expect(x + width).toBeLessThan(body.pages[0].width);
      expect(y + height).toBeLessThan(body.pages[0].height);
    }
  });

  test('options of choices and states of boxes', async () => {
    const { publicId } = await createTemplate(api, owner, { pdf: '05-choice-fields.pdf' });
    const { fields } = (await get(`/api/templates/${publicId}/fields`)).json();
    const choice = fields.find(({ type }: { type: string }) => type === 'choice');
    expect(choice.options.length).toBeGreaterThan(1);
    expect(choice.options[0]).toEqual({ value: expect.any(String), label: expect.any(String) });
  });

  test('fields that saved mappings fill are mapped, also by short name; ignored fields and placed text are not', async () => {
    const { publicId } = await createTemplate(api, owner, {
      pdf: '01-hierarchical-names.pdf',
      ...mappingsOf({
        'customer.name': 'A',
        City: { ColumnHeader: 'B' },
        'company.name': { ValueType: 'Ignore' },
        name: { ColumnHeader: 'C', Page: 1, X: 10, Y: 10 },
      }),
    });
    const { fields } = (await get(`/api/templates/${publicId}/fields`)).json();
    const mapped = fields.filter((field: { mapped: boolean }) => field.mapped);
    expect(mapped.map(({ name }: { name: string }) => name)).toEqual(['customer.name', 'customer.city']);
  });
});

describe('pages', () => {
  test('a page is a PNG wide enough to position fields', async () => {
    const response = await get(`/api/templates/${letter}/pages/1.png`);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-cache',
    });
    const image = PNG.sync.read(response.rawPayload);
    expect(image.width).toBe(1200);
    expect(image.data.some((byte, index) => index % 4 < 3 && byte < 128)).toBe(true);
  });

  test('several requests of one account, one after another', async () => {
    const responses = await Promise.all([1, 1, 1].map(() => get(`/api/templates/${letter}/pages/1.png`)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });

  test.each(['0', '2', '-1', '1.5', '01', '1e0', 'x', '%31%32', '99999999999999999999', '__proto__'])(
    'page %s is not there',
    async (page) => {
      const response = await get(`/api/templates/${letter}/pages/${page}.png`);
      expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
    },
  );
});

describe('preview', () => {
  test('one row gives one PDF; nothing is counted or stored', async () => {
    const before = await actionsOf(api, owner.user);
    const good = await preview(letter, { row: { name: 'Zoë Łuk', CITY: 'Köln', Extra: 'x' } });
    expect(good.headers).toMatchObject({ 'content-type': 'application/pdf', 'stamp-warnings': '1' });
    expect(await fieldsOf(good.rawPayload)).toEqual({ Name: 'Zoë Łuk', City: 'Köln' });
    expect(await actionsOf(api, owner.user)).toBe(before);
  });

  test('the same row gives the same bytes, flattened or not', async () => {
    const bytes = async (flatten: boolean) =>
      (await preview(letter, { row: { Name: 'Anna' }, flatten })).rawPayload;
    const [filled, again, flat] = [await bytes(false), await bytes(false), await bytes(true)];
    expect(again.equals(filled)).toBe(true);
    expect(await fieldsOf(filled)).toMatchObject({ Name: 'Anna' });
    expect(await fieldsOf(flat)).toEqual({});
  });

  test('the saved mappings apply: columns, defaults, formats; after a change the new ones', async () => {
    const { publicId } = await createTemplate(api, owner, {
      ...mappingsOf({
        Name: { ColumnHeader: 'Full name', Format: 'Upper' },
        City: { ColumnHeader: 'Town', Default: 'Bergen' },
      }),
    });
    const first = await preview(publicId, { row: { 'Full name': 'anna' } });
    expect(await fieldsOf(first.rawPayload)).toMatchObject({ Name: 'ANNA', City: 'Bergen' });
    await sendForm(api, owner, {
      method: 'PUT',
      url: `/api/templates/${publicId}`,
      parts: [{ name: 'json', value: mappingsOf({ Name: 'Full name' }).json }],
    });
    const second = await preview(publicId, { row: { 'Full name': 'anna' } });
    expect(await fieldsOf(second.rawPayload)).toEqual({ Name: 'anna' });
  });

  test('an empty row shows the values that the mappings fill without a row', async () => {
    const { publicId } = await createTemplate(api, owner, {
      ...mappingsOf({ Name: { ValueType: 'Static', StaticValue: 'Acme' }, City: 'Town' }),
    });
    const response = await preview(publicId, { row: {} });
    expect(await fieldsOf(response.rawPayload)).toMatchObject({ Name: 'Acme' });
  });

  test('the error for a row names the columns as they were sent', async () => {
    const { publicId } = await createTemplate(api, owner, {
      ...mappingsOf({ Name: { ColumnHeader: 'Full name', Required: true }, Zip: 'PLZ' }),
    });
    const response = await preview(publicId, { row: { 'FULL NAME': ' ', plz: '日' } });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'ROWS_INVALID',
      detail: expect.stringContaining('FULL NAME'),
      errors: [
        { path: 'row.FULL NAME', message: expect.stringContaining('REQUIRED_VALUE_MISSING') },
        { path: 'row.plz', message: expect.stringContaining('GLYPH_MISSING') },
      ],
    });
  });

  test('a row with only unknown columns is rejected, including members of Object.prototype', async () => {
    const response = await preview(letter, { row: { toString: 'x', Street: 'y' } });
    expect(response.json()).toMatchObject({
      code: 'ROWS_INVALID',
      errors: [{ path: 'row.toString' }, { path: 'row.Street' }],
    });
  });

  test.each([
    ['no body', '', 'VALIDATION_FAILED'],
    ['not JSON', '{', 'INVALID_JSON'],
    ['a list', '[]', 'VALIDATION_FAILED'],
    ['no row', '{}', 'VALIDATION_FAILED'],
    ['a row that is a list', '{"row":[]}', 'VALIDATION_FAILED'],
    ['a number for text', '{"row":{"Name":1}}', 'VALIDATION_FAILED'],
    ['null for text', '{"row":{"Name":null}}', 'VALIDATION_FAILED'],
    ['flatten as text', '{"row":{},"flatten":"true"}', 'VALIDATION_FAILED'],
    ['an unknown member', '{"row":{},"rows":[]}', 'VALIDATION_FAILED'],
    ['a prototype', '{"row":{"__proto__":"x"}}', 'VALIDATION_FAILED'],
  ])('%s is a 400', async (_, payload, code) => {
    const response = await preview(letter, payload);
    expect([response.statusCode, response.json().code]).toEqual([400, code]);
  });
});

describe('access', () => {
  const routes: Record<string, (who: SignedIn, id: string) => Promise<number>> = {
    fields: async (who, id) => (await get(`/api/templates/${id}/fields`, who)).statusCode,
    page: async (who, id) => (await get(`/api/templates/${id}/pages/1.png`, who)).statusCode,
    sheet: async (who, id) => (await get(`/api/templates/${id}/sheet.xlsx`, who)).statusCode,
    preview: async (who, id) => (await preview(id, { row: { Name: 'A' } }, who)).statusCode,
  };
  const all = (who: SignedIn, id: string) =>
    Promise.all(Object.values(routes).map((route) => route(who, id)));

  test('owner and members view and preview, guests view, other users get 404, requests without a token 401', async () => {
    const em = api.services.orm.em.fork();
    const organization = em.create(Organization, { publicId: createPublicId('org'), name: 'Rentals' });
    await em.flush();
    const [member, guest, stranger] = [
      await signIn(api),
      await signIn(api, 'GUEST'),
      await signIn(api, 'SUPER_ADMIN'),
    ];
    for (const { user } of [owner, member, guest]) {
      em.create(Membership, { user: user.id, organization: organization.id, role: 'MEMBER' });
    }
    await em.flush();
    const { publicId } = await createTemplate(api, owner, { organizationId: organization.publicId });
    expect(await all(member, publicId)).toEqual([200, 200, 200, 200]);
    expect(await all(guest, publicId)).toEqual([200, 200, 200, 403]);
    expect(await all(stranger, publicId)).toEqual([404, 404, 404, 404]);
    expect(await all(owner, createPublicId('tpl'))).toEqual([404, 404, 404, 404]);
    const anonymous = { ...owner, headers: { authorization: '' } };
    expect(await all(anonymous, publicId)).toEqual([401, 401, 401, 401]);
  });
});

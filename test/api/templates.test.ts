import { PNG } from 'pngjs';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { createTemplate, pdfFixture, pdfPart, sendForm, untilTidy } from '../support/templates.ts';

const api = await startTestApp({ name: 'templates' });
const owner = await signIn(api);
afterEach(() => untilTidy(api));

const get = (url: string, who = owner) => api.app.inject({ url, headers: who.headers });
const put = (publicId: string, parts: Parameters<typeof sendForm>[2]['parts']) =>
  sendForm(api, owner, { method: 'PUT', url: `/api/templates/${publicId}`, parts });
const versionsOf = (publicId: string) =>
  api.services.orm.em
    .fork()
    .execute(
      'select number, json, file_key from template_version where template_public_id = ? order by number',
      [publicId],
    );

const MAPPINGS =
  '{ "TemplateTitle":"Brief",\r\n "FieldMappings" : {"Zip":{"ColumnHeader":"PLZ, Ort","X-mine":1.50},"Name":"Full \\u00e9 \\u0000 name"} }\n';

test('a created template reads back as it was sent, in every route', async () => {
  const created = await createTemplate(api, owner, {
    name: ' Größe 日本 ',
    json: MAPPINGS,
    namingPattern: '[Name] letter',
  });
  expect(created).toEqual({
    publicId: expect.stringMatching(/^tpl_[0-9a-z]{26}$/),
    name: 'Größe 日本',
    pdfPath: expect.stringMatching(/^[0-9a-z]{26}\.pdf$/),
    thumbPath: expect.stringMatching(/^[0-9a-z]{26}\.png$/),
    columns: '"PLZ, Ort",Full é  name',
    json: MAPPINGS,
    flags: 'SM',
    namingPattern: '[Name] letter',
    signed: false,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  });
  expect((await get(`/api/templates/${created.publicId}`)).json()).toEqual(created);
  const { json, pdfPath, namingPattern, signed, ...item } = created;
  expect((await get('/api/templates')).json()).toContainEqual(item);
  const { publicId, name, columns, flags, updatedAt } = created;
  const metadata = { publicId, name, columns, flags, updatedAt, namingPattern, pageCount: 1, fieldCount: 3 };
  expect((await get('/api/templates/metadata')).json()).toContainEqual(metadata);
});

test.each([MAPPINGS, `\uFEFF${MAPPINGS}`])(
  'a JSON part declared as JSON is kept byte for byte too: %j',
  async (json) => {
    const parts = [
      await pdfPart(),
      { name: 'name', value: 'x' },
      { name: 'json', value: json, type: 'application/json' },
    ];
    expect((await sendForm(api, owner, { parts })).json().json).toBe(json);
    const { publicId } = await createTemplate(api, owner, { json });
    expect((await get(`/api/templates/${publicId}`)).json().json).toBe(json);
  },
);

test('the newest template comes first', async () => {
  const first = await createTemplate(api, owner, { name: 'older' });
  const second = await createTemplate(api, owner, { name: 'newer' });
  const ids = (await get('/api/templates')).json().map(({ publicId }: { publicId: string }) => publicId);
  expect(ids.slice(0, 2)).toEqual([second.publicId, first.publicId]);
});

test('the record of a signed PDF says that it is signed, until the file is replaced', async () => {
  const value = (await pdfFixture('00-simple.pdf'))
    .toString('latin1')
    .replace('/FT /Tx', '/FT/Sig/V<</Type/Sig/Filter/Adobe.PPKLite>>');
  const file = {
    name: 'file',
    value: Buffer.from(value, 'latin1'),
    filename: 'signed.pdf',
    type: 'application/pdf',
  };
  const created = (await sendForm(api, owner, { parts: [file, { name: 'name', value: 'Contract' }] })).json();
  expect(created).toMatchObject({ signed: true, columns: 'City,Zip' });
  expect((await put(created.publicId, [await pdfPart()])).json().signed).toBe(false);
});

test('PDF and thumbnail are served with their content types', async () => {
  const { publicId } = await createTemplate(api, owner, { name: 'Übersicht "1"' });
  const pdf = await get(`/api/templates/${publicId}/pdf`);
  expect(pdf.rawPayload.equals(await pdfFixture('00-simple.pdf'))).toBe(true);
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
  });
  expect(pdf.headers['content-disposition']).toMatch(
    /^attachment; filename=.*; filename\*=UTF-8''%C3%9Cbersicht/,
  );
  const thumbnail = await get(`/api/templates/${publicId}/thumbnail`);
  expect(thumbnail.headers['content-type']).toBe('image/png');
  expect(PNG.sync.read(thumbnail.rawPayload).width).toBe(320);
});

describe('columns', () => {
  test.each([
    ['left out, no mappings: the fields', {}, 'Name,City,Zip'],
    ['left out: the mappings', { json: '{"FieldMappings":{"Name":"A","City":"B, C"}}' }, 'A,"B, C"'],
    [
      'given: trimmed, quoted where needed',
      { columns: ' a ,"b, c",  "say ""hi""", ,d ' },
      'a,"b, c","say ""hi""",d',
    ],
  ])('%s', async (_name, fields, columns) => {
    expect((await createTemplate(api, owner, fields)).columns).toBe(columns);
  });

  test('columns of the user stay when the mappings change, and blank columns are derived again', async () => {
    const { publicId } = await createTemplate(api, owner, { columns: 'mine' });
    const json = { name: 'json', value: '{"FieldMappings":{"Name":"A"}}' };
    expect((await put(publicId, [json])).json().columns).toBe('mine');
    expect((await put(publicId, [{ name: 'columns', value: '' }])).json().columns).toBe('A');
  });

  test('derived columns follow the file', async () => {
    const { publicId } = await createTemplate(api, owner);
    const response = await put(publicId, [await pdfPart('01-hierarchical-names.pdf')]);
    expect(response.json().columns).toBe('customer.name,customer.city,company.name,name');
  });
});

describe('versions', () => {
  test('a new name creates no version, new mappings and a new file create one each', async () => {
    const { publicId } = await createTemplate(api, owner);
    expect((await put(publicId, [{ name: 'name', value: 'Renamed' }])).json()).toMatchObject({
      name: 'Renamed',
      flags: 'S',
    });
    expect(await versionsOf(publicId)).toHaveLength(1);
    const json = '{"FieldMappings":{"Name":"A"}}';
    expect((await put(publicId, [{ name: 'json', value: json }])).json()).toMatchObject({
      json,
      flags: 'SM',
    });
    const updated = (await put(publicId, [await pdfPart('15-leading-junk.pdf')])).json();
    const [first, second, third, ...more] = await versionsOf(publicId);
    expect(more).toEqual([]);
    expect([first, second, third]).toMatchObject([{ json: null }, { json }, { json }]);
    expect(second?.file_key).toBe(first?.file_key);
    expect(third?.file_key).toBe(`templates/${updated.pdfPath}`);
    expect(updated.pdfPath).not.toBe(first?.file_key);
  });

  test('the file of an old version is kept for stamps in progress', async () => {
    const { publicId, pdfPath } = await createTemplate(api, owner);
    await put(publicId, [await pdfPart('01-hierarchical-names.pdf')]);
    const old = await api.services.storage.get(`templates/${pdfPath}`);
    expect(Buffer.from(old).equals(await pdfFixture('00-simple.pdf'))).toBe(true);
  });

  test('the same mappings again create no version', async () => {
    const { publicId } = await createTemplate(api, owner, { json: MAPPINGS });
    await put(publicId, [{ name: 'json', value: MAPPINGS }]);
    expect(await versionsOf(publicId)).toHaveLength(1);
  });

  test('concurrent changes lose no version', async () => {
    const { publicId } = await createTemplate(api, owner);
    const changes = Array.from({ length: 8 }, (_, i) =>
      put(publicId, [{ name: 'json', value: `{"FieldMappings":{"Name":"Column ${i}"}}` }]),
    );
    expect((await Promise.all(changes)).map(({ statusCode }) => statusCode)).toEqual(new Array(8).fill(200));
    expect((await versionsOf(publicId)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('a blank json removes the mappings, a blank pattern removes the pattern', async () => {
    const { publicId } = await createTemplate(api, owner, { json: MAPPINGS, namingPattern: '[Name]' });
    const changed = await put(publicId, [
      { name: 'json', value: '' },
      { name: 'namingPattern', value: '' },
    ]);
    expect(changed.json()).toMatchObject({
      json: null,
      namingPattern: null,
      flags: 'S',
      columns: 'Name,City,Zip',
    });
  });
});

test('a template without fields is stored but not ready, until a mapping places text', async () => {
  const { publicId, flags } = await createTemplate(api, owner, {
    pdf: '11b-widget-without-appearance.pdf',
  });
  expect(flags).toBe('S');
  const placed = '{"FieldMappings":{"Note":{"ColumnHeader":"Note","Page":1,"X":10,"Y":10}}}';
  expect((await put(publicId, [{ name: 'json', value: placed }])).json().columns).toBe('Note');
});

test('deleting a template deletes its versions and files', async () => {
  const { publicId, pdfPath, thumbPath } = await createTemplate(api, owner);
  await put(publicId, [await pdfPart('01-hierarchical-names.pdf')]);
  const url = `/api/templates/${publicId}`;
  const response = await api.app.inject({ method: 'DELETE', url, headers: owner.headers });
  expect([response.statusCode, response.json()]).toEqual([200, { message: 'Template deleted' }]);
  expect((await get(url)).statusCode).toBe(404);
  expect(await versionsOf(publicId)).toEqual([]);
  expect(await api.services.storage.find(`templates/${pdfPath}`)).toBeNull();
  expect(await api.services.storage.find(`templates/${thumbPath}`)).toBeNull();
  expect((await api.app.inject({ method: 'DELETE', url, headers: owner.headers })).statusCode).toBe(404);
});

import { once } from 'node:events';
import { fieldsOf, readArchive, withStamping } from '../../support/stamping/harness.ts';

const rows = (count: number) => Array.from({ length: count }, (_, row) => `Row ${row},Oslo\n`).join('');

test('with skip the first byte goes out while rows are still being read', async () => {
  const end = Promise.withResolvers<void>();
  await withStamping({ tableEnd: end.promise }, async ({ service, request }) => {
    const job = await request(`Name,City\n${rows(3_000)}`, { onError: 'skip' });
    const { archive, warnings } = await service.stamp(job);
    await once(archive, 'readable');
    expect(warnings).toBeNull();
    end.resolve();
    const entries = await readArchive(archive);
    expect(entries).toHaveLength(3_000);
    expect(await fieldsOf(entries[2_999]?.bytes ?? new Uint8Array())).toMatchObject({ Name: 'Row 2999' });
  });
});

test('a table that turns out unreadable after the first byte breaks the archive off', async () => {
  await withStamping({}, async ({ service, request }) => {
    const job = await request(`Name,City\n${rows(30_000)}a,b,c,d\n`, { onError: 'skip' });
    const { archive } = await service.stamp(job);
    await expect(readArchive(archive)).rejects.toThrow(/row/i);
  });
});

test('with abort it is rejected before the first byte', async () => {
  await withStamping({}, async ({ service, request, usage }) => {
    const job = await request(`Name,City\n${rows(30_000)}a,b,c,d\n`);
    await expect(service.stamp(job)).rejects.toMatchObject({ code: 'TABLE_ROW_TOO_WIDE' });
    expect(usage).toEqual([]);
  });
});

test('characters that only later rows have are drawn all the same', async () => {
  await withStamping({}, async ({ service, request }) => {
    const job = await request(`Name,City\n${rows(2_500)}Привет,Zürich\n`, { onError: 'skip' });
    const { archive } = await service.stamp(job);
    const entries = await readArchive(archive);
    expect(entries.map(({ name }) => name)).not.toContain('errors.csv');
    expect(await fieldsOf(entries[2_500]?.bytes ?? new Uint8Array())).toMatchObject({ Name: 'Привет' });
  });
});

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fixture, readTable } from '../../support/tables/read-all.ts';

const PRINT = fileURLToPath(new URL('../../support/tables/print-rows.ts', import.meta.url));

test.each(['America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'])(
  'dates are the same in %s',
  async (zone) => {
    const path = fixture('xlsx/01-dates.xlsx');
    const printed = execFileSync(process.execPath, [PRINT, path], { env: { TZ: zone }, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual((await readTable(path)).rows);
  },
);

import { migrations } from '../../../migrations/index.ts';
import { findUnsafeStatements, type MigrationText } from '../../support/migrations/unsafe-statements.ts';
import { openOrm } from '../../support/orm.ts';

/** Migrations up to this name are applied only to databases without users. */
const FIRST_RELEASE = 'Migration20261128999999';

// Reads the migrations; connects nowhere.
const orm = await openOrm({ url: 'postgres://none@127.0.0.1:1/none', poolMax: 1 });

async function readMigrations(): Promise<MigrationText[]> {
  const texts: MigrationText[] = [];
  for (const { name, class: Migration } of migrations) {
    const migration = new Migration(orm.em.getDriver(), orm.config);
    await migration.up();
    const statements = migration.getQueries().map(String);
    texts.push({ name, isTransactional: migration.isTransactional(), statements });
  }
  return texts;
}

test('no migration since the first release stops the service or the release before it', async () => {
  const texts = await readMigrations();
  const unsafe = texts.flatMap((text, index) =>
    text.name < FIRST_RELEASE ? [] : findUnsafeStatements(text, texts.slice(0, index)),
  );
  expect(unsafe).toEqual([]);
});

test('the statements of migrations are read: some from before the first release would be rejected', async () => {
  const texts = await readMigrations();
  const judge = (name: string) => {
    const index = texts.findIndex((text) => text.name.endsWith(name));
    const text = texts[index];
    return text === undefined ? ['missing'] : findUnsafeStatements(text, texts.slice(0, index));
  };
  expect(judge('_initial')).toEqual([]);
  expect(judge('_trace_of_events')).toEqual([]);
  expect(judge('_fair_outbox')).toEqual([expect.stringMatching(/create the index concurrently/)]);
});

const judge = (
  statements: string | readonly string[],
  {
    isTransactional = true,
    before = [],
    name = 'M',
  }: { [Key in keyof MigrationText]?: MigrationText[Key] } & { before?: readonly string[] } = {},
): string[] =>
  findUnsafeStatements({ name, isTransactional, statements: [statements].flat() }, [
    { name: 'before', isTransactional: true, statements: before },
  ]);

describe('safe', () => {
  test.each([
    'alter table "run" add column "note" text null',
    'alter table "run" add column "note" varchar(8) not null default \'EVENT\'',
    'alter table "run" add "is_seen" boolean not null default false, add "seen" timestamptz default now()',
    'alter table "run" add column "price" numeric(10,2) not null default 0',
    'alter table "run" alter column "note" set default 1',
    'alter table "run" alter column "note" drop not null',
    'alter table "run" add constraint "run_x_check" check (x > 0) not valid',
    'alter table "run" add constraint "run_x_foreign" foreign key ("x") references "y" ("id") not valid',
    'alter table "run" add constraint "run_x_unique" unique using index "run_x_index"',
    'alter table "run" validate constraint "run_x_check"',
    'drop index "run_x_index"',
    'insert into "plan" ("name") values (\'free\')',
  ])('%s', (sql) => expect(judge(sql)).toEqual([]));

  test('anything to a table that the migration makes', () => {
    const statements = [
      'create table "note" ("id" bigserial primary key, "run_id" bigint not null)',
      'create index "note_run_id_index" on "note" ("run_id")',
      'alter table "note" add constraint "note_run_id_foreign" foreign key ("run_id") references "run" ("id")',
      'alter table "note" add constraint "note_run_id_unique" unique ("run_id")',
      'update "note" set "run_id" = 1',
    ];
    expect(judge(statements)).toEqual([]);
  });

  test('an index built beside the service, as often as need be', () => {
    const statements = [
      'set lock_timeout = 0',
      'drop index concurrently if exists "run_x_index"',
      'create index concurrently "run_x_index" on "run" ("x")',
    ];
    expect(judge(statements, { isTransactional: false })).toEqual([]);
  });

  test('not null after it is proven', () => {
    const before = [
      'alter table "run" add constraint "run_x_present" check ("x" is not null) not valid',
      'alter table "run" validate constraint "run_x_present"',
    ];
    expect(judge('alter table "run" alter column "x" set not null', { before })).toEqual([]);
  });

  test('a removal that says it is one', () => {
    const options = { name: 'Migration20270101000000_retire_notes' };
    expect(judge('alter table "run" drop column "note"', options)).toEqual([]);
    expect(judge('drop table "note"', options)).toEqual([]);
  });
});

describe('rejected', () => {
  test.each([
    ['create index "i" on "run" ("x")', /concurrently/],
    ['create unique index "i" on "run" ("x") where x is null', /concurrently/],
    ['create index concurrently "i" on "run" ("x")', /not transactional/],
    ['alter table "run" add column "x" uuid not null default gen_random_uuid()', /row to row/],
    ['alter table "run" add column "x" timestamptz default clock_timestamp() not null', /row to row/],
    ['alter table "run" add column "a" int null, add column "x" float default random()', /row to row/],
    ['alter table "run" add "x" bigserial', /rewrites/],
    ['alter table "run" add column "x" int generated always as (y + 1) stored', /rewrites/],
    ['alter table "run" add column "x" int not null', /needs a default/],
    ['alter table "run" add column "x" int null references "y" ("id")', /by itself/],
    ['alter table "run" add column "x" int unique', /by itself/],
    ['alter table "run" alter column "x" type bigint', /new column instead/],
    ['alter table "run" alter "x" set data type text', /new column instead/],
    ['alter table "run" alter column "x" set not null', /first "add constraint/],
    ['alter table "run" add constraint "c" check (x > 0)', /not valid/],
    ['alter table "run" add check (x > 0)', /not valid/],
    ['alter table "run" add constraint "c" foreign key ("x") references "y" ("id")', /not valid/],
    ['alter table "run" add constraint "c" unique ("x")', /using index/],
    ['alter table "run" add primary key ("x")', /using index/],
    ['alter table "run" add constraint "c" exclude using gist (x with =)', /exclusion/],
    ['alter table "run" rename column "x" to "y"', /old name/],
    ['alter table "run" rename to "runs"', /old name/],
    ['alter table "run" set unlogged', /rewrites/],
    ['alter table "run" drop column "x"', /_retire_/],
    ['alter table "run" drop constraint "c"', /_retire_/],
    ['drop table "run"', /_retire_/],
    ['update "run" set x = 1', /small steps/],
    ['delete from "run"', /small steps/],
    ['truncate "run"', /locks the table/],
    ['vacuum full "run"', /locks the table/],
    ['reindex table "run"', /locks the table/],
    ['lock table "run"', /locks the table/],
    ['do $$ begin update run set x = 1; end $$', /plain statements/],
    ['select 1; drop table "run"', /one statement each/],
    ['ALTER  TABLE\n"run" -- harmless\n ALTER "x" SET NOT NULL', /first "add constraint/],
  ])('%s', (sql, advice) =>
    expect(judge(sql)).toEqual(expect.arrayContaining([expect.stringMatching(advice)])),
  );

  test('an index built beside the service that cannot be tried again', () => {
    const create = 'create index concurrently "i" on "run" ("x")';
    expect(judge([create], { isTransactional: false })).toEqual([
      expect.stringMatching(/drop index concurrently if exists i/),
      expect.stringMatching(/set lock_timeout = 0/),
    ]);
    const other = 'drop index concurrently if exists "another"';
    expect(judge(['set lock_timeout = 0', other, create], { isTransactional: false })).toEqual([
      expect.stringMatching(/drop index concurrently if exists i/),
    ]);
  });

  test('anything else outside of a transaction', () => {
    expect(judge('alter table "run" add column "x" int null', { isTransactional: false })).toEqual([
      expect.stringMatching(/half done/),
    ]);
  });

  test('a constraint validated under the lock that added it', () => {
    const statements = [
      'alter table "run" add constraint "c" check (x > 0) not valid',
      'alter table "run" validate constraint "c"',
    ];
    expect(judge(statements)).toEqual([expect.stringMatching(/another migration/)]);
  });

  test.each([
    ['not validated', ['alter table "run" add constraint "c" check ("x" is not null) not valid']],
    [
      'of another column',
      [
        'alter table "run" add constraint "c" check ("y" is not null) not valid',
        'alter table "run" validate constraint "c"',
      ],
    ],
    [
      'of another table',
      [
        'alter table "event" add constraint "c" check ("x" is not null) not valid',
        'alter table "event" validate constraint "c"',
      ],
    ],
  ])('not null with a proof that is %s', (_what, before) => {
    expect(judge('alter table "run" alter column "x" set not null', { before })).toHaveLength(1);
  });
});

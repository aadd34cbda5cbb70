import Type from 'typebox';

/** The form of a stamp request in the API description; `withForm` enforces it. */
export const STAMP_FIELDS = {
  templateId: { required: true, maxLength: 64 },
  namingPattern: { maxLength: 500 },
  onError: { maxLength: 10, enum: ['abort', 'skip', ''] },
  flatten: { maxLength: 10, enum: ['false', 'true', ''] },
} as const;

export const stampDescription = `Fills a template with every row of a spreadsheet (CSV, TSV or XLSX, recognised by its content). The response is a ZIP of PDFs.

Form fields:

- \`templateId\` (required)
- \`file\` (required): the spreadsheet
- \`namingPattern\`: overrides the template's pattern; \`[Column]\` is replaced by the value of that column
- \`onError\`: with \`abort\` (the default) the request fails before the first byte when a row cannot be stamped; with \`skip\` such rows are left out and listed in \`errors.csv\`
- \`flatten\`: \`true\` draws the values into the pages and removes the form fields; \`false\` is the default

The header \`Stamp-Warnings\` is the number of warnings: problems of rows that were stamped. With \`onError=skip\`, no naming pattern and more than 2,000 rows it is a trailer after the archive, because the first byte is sent before the last row is read. When the connection ends early, the archive is not complete.`;

export const checkDescription = `Reads a whole spreadsheet against a template and lists every problem. No document is made and no action is counted.

The form is that of \`POST /api/stamper/stamp\`. At most 1,000 errors and 1,000 warnings are listed; \`total\` counts all of them.`;

const names = Type.Array(Type.String());
const problemList = Type.Object({
  total: Type.Integer(),
  items: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'As a spreadsheet program numbers it: the header is row 1' }),
      column: Type.String(),
      code: Type.String(),
      message: Type.String(),
    }),
  ),
});

export const checkSchema = Type.Object({
  rows: Type.Integer(),
  documents: Type.Integer({
    description: 'The number of documents that a stamp with onError=skip would make',
  }),
  columns: Type.Object({ used: names, unused: names, missing: names }),
  errors: problemList,
  warnings: problemList,
});

/** The example form as data: sections of rows, each row twelve columns wide, laid out from top to bottom. */

interface Option {
  /** The stored value: the export value of a choice, the on-state of a button. */
  value: string;
  label: string;
}

interface Named {
  name: string;
  label: string;
  /** Number of the twelve columns. */
  span: number;
  required?: boolean;
}

export interface TextCell extends Named {
  kind: 'text';
  lines?: number;
  maxLength?: number;
  comb?: boolean;
  align?: 'right';
}

export interface ChoiceCell extends Named {
  kind: 'choice';
  options: Option[];
  /** Shows a list with several lines instead of a drop-down. */
  lines?: number;
  editable?: boolean;
}

export interface RadioCell extends Named {
  kind: 'radio';
  options: Option[];
  /** Widget states are `0`, `1`, … with the values in `/Opt`, as many form editors write them. */
  numberedStates?: boolean;
}

export interface CheckCell extends Named {
  kind: 'check';
  onState: string;
}

export interface SignatureCell extends Named {
  kind: 'signature';
}

export interface ProseCell {
  kind: 'prose';
  span: number;
  text: string;
}

export type Cell = TextCell | ChoiceCell | RadioCell | CheckCell | SignatureCell | ProseCell;

export interface Section {
  title: string;
  rows: Cell[][];
}

const countries: Option[] = [
  ['DE', 'Germany'],
  ['FR', 'France'],
  ['GR', 'Greece'],
  ['BG', 'Bulgaria'],
  ['PL', 'Poland'],
  ['CZ', 'Czechia'],
  ['HU', 'Hungary'],
  ['IS', 'Iceland'],
  ['TR', 'Türkiye'],
  ['VN', 'Viet Nam'],
  ['GB', 'United Kingdom'],
].map(([value = '', label = '']) => ({ value, label }));

const categories = ['Excavator', 'Telehandler', 'Generator', 'Compressor', 'Scaffold tower', 'Dehumidifier'];

const conditions = [
  'a)  The customer is liable for the equipment from handover to return, keeps it locked when unattended and does not lend it to others. It stays within the country of the depot unless the lessor agrees in writing.',
  'b)  The damage waiver limits that liability to 1,000 EUR for each event, unless the damage was caused on purpose or by gross negligence, or the equipment was operated by persons without instruction.',
  'c)  Fuel, wear parts and cleaning beyond the ordinary are charged at cost. Days after the agreed end are charged at the daily rate.',
  'd)  The deposit is due at handover and is returned within ten days of the return of the equipment in good order.',
  'e)  Data given here is kept as long as the law on invoices asks for.',
];

const amount = (name: string, label: string): TextCell => ({
  kind: 'text',
  name: `charges.${name}`,
  label,
  span: 3,
  align: 'right',
});

export const firstPage: Section[] = [
  {
    title: '1   Agreement',
    rows: [
      [
        {
          kind: 'text',
          name: 'agreement.number',
          label: 'Agreement no.',
          span: 4,
          maxLength: 14,
          required: true,
        },
        { kind: 'text', name: 'agreement.date', label: 'Date', span: 3, required: true },
        { kind: 'text', name: 'agreement.depot', label: 'Depot', span: 5 },
      ],
    ],
  },
  {
    title: '2   Customer',
    rows: [
      [
        {
          kind: 'radio',
          name: 'customer.type',
          label: 'The customer is',
          span: 6,
          options: [
            { value: 'private', label: 'a private person' },
            { value: 'business', label: 'a business' },
          ],
        },
        {
          kind: 'text',
          name: 'customer.idNumber',
          label: 'Identity card or register no.',
          span: 6,
          maxLength: 20,
        },
      ],
      [
        { kind: 'text', name: 'customer.name', label: 'Full name', span: 6, required: true },
        { kind: 'text', name: 'customer.company', label: 'Company', span: 6 },
      ],
      [
        { kind: 'text', name: 'customer.address', label: 'Address', span: 6, lines: 3, required: true },
        { kind: 'text', name: 'customer.invoiceNote', label: 'Reference on the invoice', span: 6, lines: 3 },
      ],
      [
        { kind: 'text', name: 'customer.postcode', label: 'Postcode', span: 2, maxLength: 8 },
        { kind: 'text', name: 'customer.city', label: 'City', span: 5 },
        { kind: 'choice', name: 'customer.country', label: 'Country', span: 5, options: countries },
      ],
      [
        { kind: 'text', name: 'customer.email', label: 'E-mail', span: 5 },
        { kind: 'text', name: 'customer.phone', label: 'Phone', span: 4 },
        { kind: 'text', name: 'customer.birthDate', label: 'Date of birth', span: 3 },
      ],
    ],
  },
  {
    title: '3   Equipment and rental period',
    rows: [
      [
        {
          kind: 'choice',
          name: 'equipment.category',
          label: 'Category (or type your own)',
          span: 4,
          editable: true,
          options: categories.map((label) => ({ value: label, label })),
        },
        { kind: 'text', name: 'equipment.model', label: 'Make and model', span: 5, required: true },
        { kind: 'text', name: 'equipment.serial', label: 'Serial no.', span: 3 },
      ],
      [
        { kind: 'text', name: 'rental.start', label: 'From', span: 3, required: true },
        { kind: 'text', name: 'rental.end', label: 'To and including', span: 3, required: true },
        { kind: 'text', name: 'rental.days', label: 'Days', span: 2, align: 'right' },
        { kind: 'text', name: 'equipment.hours', label: 'Hour meter at handover', span: 4, align: 'right' },
      ],
      [
        {
          kind: 'radio',
          name: 'rental.handover',
          label: 'Handover',
          span: 7,
          numberedStates: true,
          options: [
            { value: 'collect', label: 'collected' },
            { value: 'deliver', label: 'delivered' },
            { value: 'crane', label: 'delivered by crane' },
          ],
        },
        {
          kind: 'choice',
          name: 'rental.fuel',
          label: 'Fuel',
          span: 5,
          lines: 3,
          options: [
            { value: 'full', label: 'full to full' },
            { value: 'prepaid', label: 'prepaid' },
            { value: 'none', label: 'electric or none' },
          ],
        },
      ],
      [
        {
          kind: 'prose',
          span: 12,
          text: 'The customer inspects the equipment at handover and reports visible defects at once. Days are calendar days; a day that has begun counts as a whole one. Payment, declarations and signatures follow on page 2.',
        },
      ],
    ],
  },
  {
    title: '4   Charges in EUR',
    rows: [
      [
        amount('daily', 'Daily rate'),
        amount('rental', 'Rental charge'),
        amount('waiver', 'Damage waiver'),
        amount('delivery', 'Delivery'),
      ],
      [
        amount('net', 'Net'),
        amount('vat', 'Value added tax'),
        amount('total', 'Total'),
        amount('deposit', 'Deposit'),
      ],
    ],
  },
];

export const secondPage: Section[] = [
  {
    title: '5   Payment',
    rows: [
      [
        {
          kind: 'radio',
          name: 'payment.method',
          label: 'The customer pays by',
          span: 7,
          options: [
            { value: 'SEPA', label: 'direct debit' },
            { value: 'Card', label: 'card' },
            { value: 'Invoice', label: 'invoice, 14 days' },
          ],
        },
        { kind: 'text', name: 'payment.holder', label: 'Account holder', span: 5 },
      ],
      [{ kind: 'text', name: 'payment.iban', label: 'IBAN', span: 12, maxLength: 34, comb: true }],
      [
        { kind: 'text', name: 'payment.bic', label: 'BIC', span: 5, maxLength: 11, comb: true },
        { kind: 'text', name: 'payment.mandate', label: 'Mandate reference', span: 7, maxLength: 35 },
      ],
    ],
  },
  {
    title: '6   Options and declarations',
    rows: [
      [
        { kind: 'check', name: 'options.waiver', label: 'Damage waiver', span: 4, onState: 'Yes' },
        { kind: 'check', name: 'options.operator', label: 'With operator', span: 4, onState: 'On' },
        { kind: 'check', name: 'options.training', label: 'Instruction received', span: 4, onState: '1' },
      ],
      [
        { kind: 'check', name: 'options.newsletter', label: 'Offers by e-mail', span: 4, onState: 'Ja' },
        {
          kind: 'check',
          name: 'options.terms',
          label: 'Terms of hire accepted',
          span: 8,
          onState: 'accepted',
        },
      ],
    ],
  },
  {
    title: '7   Remarks',
    rows: [[{ kind: 'text', name: 'remarks', label: 'Site, access, agreed extras', span: 12, lines: 6 }]],
  },
  {
    title: '8   Conditions and signatures',
    rows: [
      ...conditions.map((text): Cell[] => [{ kind: 'prose', span: 12, text }]),
      [
        { kind: 'signature', name: 'customerSignature', label: 'Customer', span: 6 },
        { kind: 'signature', name: 'lessorSignature', label: 'For Northfield Equipment Hire', span: 6 },
      ],
    ],
  },
];

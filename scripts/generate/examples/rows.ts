import { awkwardRows } from './awkward-rows.ts';
import type { Country } from './people.ts';
import { countries, drawIban } from './people.ts';
import type { Draw } from './random.ts';
import { createDraw } from './random.ts';

/** One rental: text, dates at midnight UTC, amounts in EUR. */
export interface Rental {
  'Agreement No': string;
  'Agreement Date': Date;
  'Customer Type': 'private' | 'business';
  'ID Number': string;
  Customer: string;
  Company: string;
  Address: string;
  'Invoice Reference': string;
  Postcode: string;
  City: string;
  Country: string;
  'E-mail': string;
  Phone: string;
  'Date of Birth': Date | null;
  Category: string;
  Model: string;
  'Serial No': string;
  Start: Date;
  End: Date;
  Days: number;
  Hours: number | null;
  Handover: 'collect' | 'deliver' | 'crane';
  Fuel: string;
  'Daily Rate': number;
  'Rental Charge': number;
  'Waiver Charge': number | null;
  Delivery: number | null;
  Net: number;
  VAT: number;
  Total: number;
  Deposit: number;
  Payment: 'SEPA' | 'Card' | 'Invoice';
  'Account Holder': string;
  IBAN: string;
  BIC: string;
  Mandate: string;
  Waiver: 'yes' | 'no';
  Operator: 'yes' | 'no';
  Training: 'x' | '';
  Newsletter: 'yes' | 'no';
  Terms: 'yes';
  Remarks: string;
  'Prepared By': string;
}

export type Column = keyof Rental;

const rowCount = 200;
const day = 24 * 60 * 60 * 1000;
const firstDay = Date.UTC(2026, 8, 1);

const machines = [
  { category: 'Excavator', models: ['Borer 17 Z', 'Borer 35 ZX'], rate: 18_900, fuel: 'full' },
  { category: 'Telehandler', models: ['LiftPro 6.35', 'LiftPro 9.40'], rate: 24_550, fuel: 'full' },
  { category: 'Generator', models: ['Ampère 60 kVA', 'Ampère 150 kVA'], rate: 9_975, fuel: 'prepaid' },
  { category: 'Compressor', models: ['Zephyr 5 m³/min'], rate: 7_450, fuel: 'prepaid' },
  { category: 'Scaffold tower', models: ['Spire 8 m', 'Spire 12 m'], rate: 4_890, fuel: 'none' },
  { category: 'Dehumidifier', models: ['Arid 70 l/24 h'], rate: 2_625, fuel: 'none' },
  { category: 'Floor grinder (diamond)', models: ['Terra 650'], rate: 11_200, fuel: 'none' },
] as const;

/** Two hundred rentals, a few of them with unusual values. The same in every run. */
export function makeRentals(): Rental[] {
  const draw = createDraw(20261127);
  return Array.from({ length: rowCount }, (_, index) => ({
    ...drawRental(draw, index),
    ...awkwardRows.get(index + 2),
  }));
}

function drawRental(draw: Draw, index: number): Rental {
  const country = draw.pick(countries);
  const machine = draw.pick(machines);
  const customer = drawName(country, draw);
  const isBusiness = draw.chance(45);
  const [postcode, city] = draw.pick(country.cities);
  const start = firstDay + draw.between(0, 80) * day;
  const days = draw.between(1, 42);
  const handover = draw.pick(['collect', 'deliver', 'deliver', 'crane'] as const);
  const byHand = isBusiness ? 'Invoice' : 'Card';
  const payment = country.bank !== null && draw.chance(60) ? 'SEPA' : byHand;
  const hasWaiver = draw.chance(60);
  const number = `NF-26-${String(index + 1).padStart(4, '0')}`;
  const account =
    country.bank !== null && payment === 'SEPA'
      ? {
          'Account Holder': customer,
          IBAN: drawIban(country.code, country.bank, draw),
          BIC: country.bank.bic,
          Mandate: `M-${number}`,
        }
      : { 'Account Holder': '', IBAN: '', BIC: '', Mandate: '' };
  return {
    'Agreement No': number,
    'Agreement Date': new Date(start - draw.between(1, 14) * day),
    'Customer Type': isBusiness ? 'business' : 'private',
    'ID Number': `${country.code}${draw.digits(8)}`,
    Customer: customer,
    Company: isBusiness ? draw.pick(country.companies) : '',
    Address: `${draw.pick(country.streets)} ${draw.between(1, 180)}${draw.chance(30) ? `\n${postcode} ${city}` : ''}`,
    'Invoice Reference': isBusiness ? `PO ${draw.digits(6)}` : '',
    Postcode: postcode,
    City: city,
    Country: country.code,
    'E-mail': `customer${index + 1}@mail.example`,
    Phone: `${country.phone} ${draw.digits(3)} ${draw.digits(4)}`,
    'Date of Birth': isBusiness
      ? null
      : new Date(Date.UTC(draw.between(1941, 2006), draw.between(0, 11), draw.between(1, 28))),
    Category: machine.category,
    Model: draw.pick(machine.models),
    'Serial No': `${draw.digits(4)}-${draw.digits(5)}`,
    Start: new Date(start),
    End: new Date(start + (days - 1) * day),
    Days: days,
    Hours: machine.fuel === 'none' ? null : draw.between(0, 98_000) / 10,
    Handover: handover,
    Fuel: machine.fuel,
    ...charges({ rate: machine.rate, days, hasWaiver, handover }),
    Payment: payment,
    ...account,
    Waiver: hasWaiver ? 'yes' : 'no',
    Operator: draw.chance(15) ? 'yes' : 'no',
    Training: draw.chance(70) ? 'x' : '',
    Newsletter: draw.chance(35) ? 'yes' : 'no',
    Terms: 'yes',
    Remarks: draw.chance(40) ? draw.pick(remarks) : '',
    'Prepared By': draw.pick(['K. Sommer', 'D. Ørsted', 'A. Novák']),
  };
}

function drawName(country: Country, draw: Draw): string {
  const [given, family] = [draw.pick(country.given), draw.pick(country.family)];
  const familyFirst = country.code === 'VN' || country.code === 'HU';
  return familyFirst ? `${family} ${given}` : `${given} ${family}`;
}

interface ChargeInput {
  /** Cents per day. */
  rate: number;
  days: number;
  hasWaiver: boolean;
  handover: Rental['Handover'];
}

/** Calculated in whole cents to avoid rounding errors. */
function charges({ rate, days, hasWaiver, handover }: ChargeInput) {
  const rental = rate * days;
  const waiver = hasWaiver ? Math.round(rental * 0.08) : 0;
  const delivery = { collect: 0, deliver: 9_500, crane: 32_000 }[handover];
  const net = rental + waiver + delivery;
  const vat = Math.round(net * 0.19);
  return {
    'Daily Rate': rate / 100,
    'Rental Charge': rental / 100,
    'Waiver Charge': waiver === 0 ? null : waiver / 100,
    Delivery: delivery === 0 ? null : delivery / 100,
    Net: net / 100,
    VAT: vat / 100,
    Total: (net + vat) / 100,
    Deposit: Math.ceil(rate / 10_000) * 500,
  };
}

const remarks = [
  'Gate code 0417. Please ring ten minutes before arrival.',
  'Access through the yard only; height limit 3.20 m. Unload on the left-hand side.',
  'Two extra buckets (30 cm and 60 cm), one quick hitch.',
  'Return on a Saturday agreed: depot open from 8 to 12.',
];

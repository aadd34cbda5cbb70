import type { Draw } from './random.ts';

/** Invented customers of several countries, in the scripts of these countries. */

interface Bank {
  /** Digits of an account number after the country code and the check digits. */
  digits: number;
  bic: string;
}

export interface Country {
  code: string;
  /** Null if the country does not use IBANs. */
  bank: Bank | null;
  phone: string;
  given: string[];
  family: string[];
  streets: string[];
  cities: [postcode: string, city: string][];
  companies: string[];
}

export const countries: Country[] = [
  {
    code: 'DE',
    bank: { digits: 18, bic: 'NORDDEFFXXX' },
    phone: '+49 351',
    given: ['Jürgen', 'Anneliese', 'Björn', 'Käthe', 'Sören'],
    family: ['Müller', 'Groß', 'Schönfelder', 'Öztürk', 'Weiß'],
    streets: ['Straße der Einheit', 'Mühlgasse', 'An der Kohlengrube'],
    cities: [
      ['01067', 'Dresden'],
      ['04109', 'Leipzig'],
      ['99084', 'Erfurt'],
    ],
    companies: ['Groß & Söhne Tiefbau GmbH', 'Gerüstbau Weiß KG'],
  },
  {
    code: 'PL',
    bank: { digits: 24, bic: 'NORDPLPWXXX' },
    phone: '+48 22',
    given: ['Łukasz', 'Małgorzata', 'Żaneta', 'Zdzisław'],
    family: ['Wiśniewska', 'Śliwiński', 'Dąbrowski', 'Źródlak'],
    streets: ['ul. Żeglarska', 'ul. Świętokrzyska', 'al. Jerozolimskie'],
    cities: [
      ['00-950', 'Warszawa'],
      ['90-001', 'Łódź'],
      ['80-822', 'Gdańsk'],
    ],
    companies: ['Budownictwo Śliwiński sp. z o.o.', 'Źródło Maszyny S.A.'],
  },
  {
    code: 'GR',
    bank: { digits: 23, bic: 'NORDGRAAXXX' },
    phone: '+30 210',
    given: ['Αλέξανδρος', 'Ελένη', 'Γεώργιος', 'Ιφιγένεια'],
    family: ['Παπαδόπουλος', 'Νικολαΐδου', 'Ξενάκης', 'Ψαρρού'],
    streets: ['Οδός Ερμού', 'Λεωφόρος Συγγρού'],
    cities: [
      ['105 63', 'Αθήνα'],
      ['546 24', 'Θεσσαλονίκη'],
    ],
    companies: ['Τεχνική Ξενάκης Α.Ε.', 'Αφοί Παπαδόπουλοι Ο.Ε.'],
  },
  {
    code: 'BG',
    bank: { digits: 18, bic: 'NORDBGSFXXX' },
    phone: '+359 2',
    given: ['Георги', 'Юлия', 'Цветан', 'Щиляна'],
    family: ['Иванов', 'Желязкова', 'Чакъров', 'Йорданова'],
    streets: ['бул. Витоша', 'ул. Граф Игнатиев'],
    cities: [
      ['1000', 'София'],
      ['9000', 'Варна'],
    ],
    companies: ['Строител Чакъров ЕООД', 'Машини Юг АД'],
  },
  {
    code: 'VN',
    bank: null,
    phone: '+84 24',
    given: ['Thị Hồng Nhung', 'Văn Đức', 'Quỳnh Như', 'Minh Tuấn'],
    family: ['Nguyễn', 'Trần', 'Đặng', 'Phạm'],
    streets: ['Phố Hàng Đào', 'Đường Lê Lợi'],
    cities: [
      ['100000', 'Hà Nội'],
      ['700000', 'Thành phố Hồ Chí Minh'],
    ],
    companies: ['Công ty TNHH Xây dựng Đông Á', 'Công ty Cổ phần Thiết bị Việt'],
  },
  {
    code: 'TR',
    bank: { digits: 22, bic: 'NORDTRISXXX' },
    phone: '+90 212',
    given: ['İbrahim', 'Ayşegül', 'Çağrı', 'Şükran'],
    family: ['Yıldız', 'Gökçe', 'Işık', 'Üçüncü'],
    streets: ['İstiklal Caddesi', 'Bağdat Caddesi'],
    cities: [
      ['34433', 'İstanbul'],
      ['06420', 'Ankara'],
    ],
    companies: ['Gökçe İnşaat A.Ş.', 'Yıldız Makine Ltd. Şti.'],
  },
  {
    code: 'HU',
    bank: { digits: 24, bic: 'NORDHUHBXXX' },
    phone: '+36 1',
    given: ['Győző', 'Ágnes', 'Ödön', 'Tünde'],
    family: ['Őry', 'Szűcs', 'Fehérvári', 'Kőműves'],
    streets: ['Üllői út', 'Fő utca'],
    cities: [
      ['1051', 'Budapest'],
      ['9021', 'Győr'],
    ],
    companies: ['Kőműves és Társa Kft.', 'Őry Gépkölcsönző Bt.'],
  },
  {
    code: 'IS',
    bank: { digits: 22, bic: 'NORDISREXXX' },
    phone: '+354 5',
    given: ['Þórdís', 'Ásgeir', 'Sigríður', 'Örn'],
    family: ['Guðmundsdóttir', 'Þorvaldsson', 'Ægisdóttir', 'Hjálmarsson'],
    streets: ['Laugavegur', 'Hverfisgata'],
    cities: [
      ['101', 'Reykjavík'],
      ['600', 'Akureyri'],
    ],
    companies: ['Þorvaldsson Verktakar ehf.'],
  },
  {
    code: 'GB',
    bank: { digits: 18, bic: 'NORDGB2LXXX' },
    phone: '+44 20',
    given: ['Siobhán', 'Rhys', 'Jerome "Jerry"', 'Margaret-Anne'],
    family: ["O'Neill", 'Llewellyn', 'Fairweather', 'Abbott'],
    streets: ['Quarry Lane', 'St. Mary’s Road'],
    cities: [
      ['N1 9GU', 'London'],
      ['CF10 1EP', 'Cardiff'],
    ],
    companies: ['Abbott, Fairweather & Co. Ltd', 'Llewellyn Plant Hire'],
  },
];

/** An account number of an invented bank with valid check digits (ISO 13616, mod 97). */
export function drawIban(code: string, bank: Bank, draw: Draw): string {
  const account = draw.digits(bank.digits);
  const asNumber = `${account}${code}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(asNumber) % 97n);
  return `${code}${String(check).padStart(2, '0')}${account}`;
}

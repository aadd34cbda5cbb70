import { generate } from 'selfsigned';

/** A certificate and its key, in PEM form. */
export interface Certificate {
  cert: string;
  key: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const named = (name: string) => [{ name: 'commonName', value: name }];

/** An authority that signs other certificates. */
export async function makeAuthority(name: string): Promise<Certificate> {
  const { cert, private: key } = await generate(named(name), {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert, key };
}

interface LeafOptions {
  authority: Certificate;
  /** A DNS name, of a server or a client. */
  name: string;
  /** Also valid for 127.0.0.1. Default false. */
  loopback?: boolean;
  /** Ended yesterday. Default false. */
  expired?: boolean;
}

/** A certificate of a server or client, signed by an authority. */
export async function makeCertificate(options: LeafOptions): Promise<Certificate> {
  const { authority, name, loopback = false, expired = false } = options;
  const now = Date.now();
  const { cert, private: key } = await generate(named(name), {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: authority,
    notBeforeDate: new Date(now - 2 * DAY_MS),
    notAfterDate: new Date(expired ? now - DAY_MS : now + DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      {
        name: 'subjectAltName',
        altNames: [{ type: 2, value: name }, ...(loopback ? [{ type: 7 as const, ip: '127.0.0.1' }] : [])],
      },
    ],
  });
  return { cert, key };
}

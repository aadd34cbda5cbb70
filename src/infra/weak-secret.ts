/** Whether a secret is one of examples and tutorials, or made of a few characters. An empty one is not checked here. */
export function isWeakSecret(secret: string): boolean {
  if (secret === '') return false;
  const plain = secret.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return new Set(secret).size < 8 || knownSecrets.some((known) => plain.includes(known));
}

const knownSecrets = [
  'changeme',
  'replaceme',
  'yoursecret',
  'yourjwtsecret',
  'your256bitsecret',
  'secretatleast256bits',
  'supersecret',
  'secretkey',
  'jwtsecret',
  '0123456789',
  'abcdefghij',
];

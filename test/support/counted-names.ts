/** A list of names that counts how often one of them is read. */
export function countReads(names: readonly string[]): { names: readonly string[]; reads: () => number } {
  let reads = 0;
  const counted = new Proxy(names, {
    get(target, member, receiver) {
      if (typeof member === 'string' && /^\d+$/.test(member)) reads += 1;
      return Reflect.get(target, member, receiver);
    },
  });
  return { names: counted, reads: () => reads };
}

import { StampingError, type TemplateInventory } from '../../../src/stamping/types.ts';
import { fillAll } from './fill-values.ts';
import type { FilledField } from './peer.ts';
import type { ThreadStamper } from './thread-stamper.ts';
import type { Finding } from './types.ts';

interface FilledDocument {
  bytes: Uint8Array;
  filled: FilledField[];
}

/**
 * Fills every field in a worker thread of the service. If values have errors, reports them and fills the others. Returns
 * null if there is no document.
 */
export async function fillTemplate(
  stamper: ThreadStamper,
  template: { pdf: Uint8Array; inventory: TemplateInventory; flatten: boolean },
  findings: Finding[],
): Promise<FilledDocument | null> {
  const { columns, values, json } = fillAll(template.inventory);
  const byName = new Map(template.inventory.fields.map((field) => [field.name, field]));
  const check = template.flatten ? 'flatten' : 'fill';
  const { pdf, flatten } = template;
  const stamp = (names: readonly string[], texts: readonly string[]) =>
    stamper.fill({ pdf: new Uint8Array(pdf), json, flatten, columns: names, values: texts });
  try {
    const first = await stamp(columns, values);
    const failed = new Set<string>();
    for (const { severity, code, column, value } of first.problems) {
      if (severity !== 'error') continue;
      failed.add(column);
      findings.push({
        check: `${check} ${code}`,
        detail: `${column}: ${JSON.stringify(value)}`,
        weight: 'note',
      });
    }
    const valid = columns.flatMap((name, index) =>
      failed.has(name) ? [] : [{ name, value: values[index] ?? '' }],
    );
    const document =
      failed.size === 0
        ? first
        : await stamp(
            valid.map(({ name }) => name),
            valid.map(({ value }) => value),
          );
    if (document.bytes.length === 0) return null;
    const filled = valid.map(({ name, value }) => ({ name, value, info: byName.get(name) }));
    return { bytes: document.bytes, filled };
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    // The upload accepted the template, so an error now is a finding.
    const weight = error instanceof StampingError ? 'differs' : 'crash';
    findings.push({ check, detail, weight });
    return null;
  }
}

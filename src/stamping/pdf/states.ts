import type { Field, Widget } from './fields.ts';
import { findDict, findNameText, nameText } from './objects.ts';
import { PDFDict, PDFName } from './pdf-lib.ts';

/** The readable form of a state's name: UTF-8 when valid, else one character for each byte. */
export function stateLabel(state: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(state, 'latin1'));
  } catch {
    return state;
  }
}

/** The name of a widget's on-state (ISO 32000-1, 12.7.4.2.3), or undefined without appearances. */
function onStateOf(widget: Widget): string | undefined {
  const appearances = findDict(widget.dict, 'AP');
  for (const key of ['N', 'D']) {
    const states = appearances?.lookup(PDFName.of(key));
    if (!(states instanceof PDFDict)) continue;
    for (const name of states.keys()) {
      const state = nameText(name);
      if (state !== undefined && state !== 'Off') return state;
    }
  }
  return undefined;
}

/**
 * The on-state of each widget, in order. A widget without appearances gets the name that its field uses (/AS, /V), a
 * radio button its index, else Yes.
 */
export function onStatesOf(field: Field): string[] {
  return field.widgets.map((widget, index) => {
    const given = onStateOf(widget);
    if (given !== undefined) return given;
    const current = [findNameText(widget.dict, 'AS'), findNameText(field.dict, 'V')];
    const used = current.find((state) => state !== undefined && state !== '' && state !== 'Off');
    if (field.kind === 'radio' || field.widgets.length > 1) return String(index);
    return used ?? 'Yes';
  });
}

/** The states of a check box or radio group: name and export value. */
export function buttonOptions(field: Field): { state: string; value: string; label: string }[] {
  const options = new Map<string, { state: string; value: string; label: string }>();
  onStatesOf(field).forEach((state, index) => {
    const exported = field.options[index]?.value;
    const value = exported ?? stateLabel(state);
    if (!options.has(state)) options.set(state, { state, value, label: exported ?? stateLabel(state) });
  });
  return [...options.values()];
}

import { composeText } from '../../tables/text.ts';
import { placementOf } from '../layout/placement.ts';
import { readWidgetStyle } from '../layout/widget-style.ts';
import { isUnseen } from '../pdf/appearance.ts';
import { makeForm } from '../pdf/build.ts';
import { type Field, pagesOf, type Widget } from '../pdf/fields.ts';
import { findDict } from '../pdf/objects.ts';
import { PDFDict, PDFName, type PDFObject, PDFRawStream } from '../pdf/pdf-lib.ts';
import { buttonOptions, onStatesOf, stateLabel } from '../pdf/states.ts';
import { nameObject } from '../pdf/text-string.ts';
import { flattenString } from '../write/flatten-string.ts';
import { drawMark, markOf, radioMark } from './button-mark.ts';
import { type CompileContext, formName, openForDrawing, reserve } from './compile-context.ts';
import type { Plan, PlanBuilder, Report } from './plan.ts';

const off = 'Off';
const yesWords = new Set(['true', 'yes', 'ja', 'oui', 'si', 'sí', 'x', '1', 'on', 'checked']);
const noWords = new Set(['false', 'no', 'nein', 'non', '0', 'off', 'unchecked']);

/** Finds the button state for a value. Reports an error and returns Off when there is none. */
function createStateChooser(field: Field): (value: string, report: Report) => string {
  const options = buttonOptions(field);
  const meanings = meaningsOf(options);
  // Fields with the same name form one choice; each has some of the options (ISO 32000-1, 12.7.3.2).
  const others = meaningsOf(field.namesakes.flatMap(buttonOptions));
  const [only] = options;
  const single = options.length === 1 ? only?.state : undefined;
  return (value, report) => {
    const key = fold(value);
    if (key === '') return off;
    const chosen = meanings.get(key);
    if (chosen !== undefined) return chosen;
    if (single !== undefined && yesWords.has(key)) return single;
    if (noWords.has(key) && field.kind === 'checkbox') return off;
    if (noWords.has(key) && single !== undefined) return off;
    const elsewhere = others.get(key);
    if (elsewhere !== undefined) return elsewhere;
    const known = options
      .map((option) => option.label)
      .slice(0, 20)
      .join(', ');
    if (field.kind === 'radio') {
      report(
        'OPTION_UNKNOWN',
        `The field has no such option. Use one of: ${known}; or leave the cell blank.`,
      );
    } else {
      report(
        'CHECKBOX_VALUE_INVALID',
        `The value is not valid for a check box. Use yes or no, ${known}, or leave the cell blank.`,
      );
    }
    return off;
  };
}

/** All accepted texts and their states. Visible labels take precedence over internal names. */
function meaningsOf(options: ReturnType<typeof buttonOptions>): Map<string, string> {
  const meanings = new Map<string, string>();
  const add = (text: string, state: string) => {
    const key = fold(text);
    if (key !== '' && !meanings.has(key)) meanings.set(key, state);
  };
  for (const { state, value } of options) add(value, state);
  for (const { state, label } of options) add(label, state);
  for (const { state } of options) add(stateLabel(state), state);
  return meanings;
}

function fold(text: string): string {
  return composeText(text).trim().toLowerCase();
}

/** A check box or radio group (ISO 32000-1, 12.7.4.2). The output for every state is prepared before the first row. */
export function planButtonField(compileContext: CompileContext, field: Field): PlanBuilder {
  const onStates = onStatesOf(field);
  const widgets = field.widgets.map((widget, index) => {
    const onState = onStates[index] ?? 'Yes';
    return { widget, onState, states: completeStates(compileContext, { field, widget, onState }) };
  });
  const choose = createStateChooser(field);
  const allStates = [off, ...new Set([...onStates, ...field.namesakes.flatMap(onStatesOf)])];
  return compileContext.flatten
    ? planDrawnButtons(compileContext, { widgets, choose, allStates })
    : planButtonDicts(compileContext, { field, widgets, choose, allStates });
}

interface ButtonWidget {
  widget: Widget;
  onState: string;
  states: PDFDict;
}

interface Buttons {
  widgets: ButtonWidget[];
  choose: (value: string, report: Report) => string;
  allStates: string[];
}

/** The widget's normal appearances. Missing ones for on and Off are added (12.5.5, 12.7.4.2.3). */
function completeStates(
  compileContext: CompileContext,
  { field, widget, onState }: { field: Field; widget: Widget; onState: string },
): PDFDict {
  const { context } = compileContext.source;
  const mark = markOf(widget.dict, field);
  const style = readWidgetStyle(widget.dict, { round: field.kind === 'radio' && mark.char === radioMark });
  const appearances = findDict(widget.dict, 'AP') ?? PDFDict.withContext(context);
  widget.dict.set(PDFName.of('AP'), appearances);
  const given = findDict(appearances, 'N');
  const states = given ?? PDFDict.withContext(context);
  appearances.set(PDFName.of('N'), states);
  const blank = { width: style.width, height: style.height, matrix: style.matrix };
  const on = nameOf(onState);
  if (!isForm(states.lookup(on))) {
    states.set(on, makeForm(context, { ...blank, ...drawMark(context, { style, mark }) }));
  }
  if (!isForm(states.lookup(PDFName.of(off)))) {
    // Without a border for Off, a button whose on-state has one would lose it when it is off. The border is known only
    // for generated appearances.
    states.set(PDFName.of(off), makeForm(context, { ...blank, content: style.frame }));
  }
  return states;
}

/** PDFName.of decodes `#xx`; in a name that is already decoded, `#` is a plain character. */
function nameOf(state: string): PDFName {
  return PDFName.of(state.replaceAll('#', '#23'));
}

/** Some viewers do not show a form XObject without the required bounding box (8.10.2). */
function isForm(object: PDFObject | undefined): boolean {
  return object instanceof PDFRawStream && object.dict.has(PDFName.of('BBox'));
}

function planButtonDicts(
  compileContext: CompileContext,
  { field, widgets, choose, allStates }: Buttons & { field: Field },
): PlanBuilder {
  const dicts = [...new Set([field.dict, ...widgets.map(({ widget }) => widget.dict)])];
  for (const dict of dicts) {
    dict.delete(PDFName.of('V'));
    dict.delete(PDFName.of('AS'));
    reserve(compileContext, dict);
  }
  return (numbers) => {
    const objectsOf = (state: string) =>
      dicts.map((dict) => {
        const value = dict === field.dict ? `/V${nameObject(state)}` : '';
        const own = widgets.find(({ widget }) => widget.dict === dict);
        const shown = own ? `/AS${nameObject(own.onState === state ? state : off)}` : '';
        const number = numbers.numberOf(dict);
        const source = `${number} 0 obj\n${numbers.head(dict)}${value}${shown}>>\nendobj\n`;
        return { number, source: flattenString(source) };
      });
    const ready = new Map(allStates.map((state) => [state, objectsOf(state)]));
    const plan: Plan = {
      fill: (out, value, report) => {
        for (const { number, source } of ready.get(choose(value, report)) ?? []) {
          out.begin(number);
          out.add(source);
        }
      },
      storedValue: (value) => choose(value, () => {}),
    };
    return plan;
  };
}

function planDrawnButtons(
  compileContext: CompileContext,
  { widgets, choose, allStates }: Buttons,
): PlanBuilder {
  const shown = widgets
    .filter(({ widget }) => !isUnseen(widget.dict))
    .flatMap((button) => pagesOf(button.widget).map((page) => ({ ...button, page })));
  const operatorsOf = (state: string) =>
    shown.map(({ widget, onState, states, page }) => {
      openForDrawing(compileContext, page);
      const form = states.lookup(nameOf(onState === state ? state : off));
      const placement = form instanceof PDFRawStream ? placementOf(form, widget.dict) : null;
      const name = form && placement ? formName(compileContext, page, form) : '';
      return {
        page,
        operators: name === '' ? '' : flattenString(`q\n${placement} cm\n/${name} Do\nQ\n`),
      };
    });
  const ready = new Map(allStates.map((state) => [state, operatorsOf(state)]));
  return () => ({
    fill: (out, value, report) => {
      for (const { page, operators } of ready.get(choose(value, report)) ?? []) out.draw(page, operators);
    },
    storedValue: (value) => choose(value, () => {}),
  });
}

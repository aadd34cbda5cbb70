/** The content of a default appearance string (ISO 32000-1, 12.7.3.3). */
interface DefaultAppearance {
  /** Resource name without its slash; empty when none was given. */
  font: string;
  /** 0 means: as large as fits. */
  size: number;
  /** Colour operators, unchanged; black when there are none. */
  color: string;
}

const tokens = /\/[^\s/<>[\]()%]*|[-+]?(?:\d+\.?\d*|\.\d+)|[a-zA-Z*'"]+/g;
const colorOperands: Record<string, number> = { g: 1, rg: 3, k: 4 };

export function parseDefaultAppearance(text: string | undefined): DefaultAppearance {
  const result: DefaultAppearance = { font: '', size: 0, color: '0 g' };
  const operands: string[] = [];
  for (const [token] of (text ?? '').matchAll(tokens)) {
    if (!/^[a-zA-Z*'"]/.test(token)) {
      operands.push(token);
      continue;
    }
    const count = colorOperands[token];
    if (token === 'Tf') {
      const size = Number(operands.at(-1));
      const font = operands.at(-2);
      if (font?.startsWith('/')) result.font = decodeName(font.slice(1));
      if (Number.isFinite(size)) result.size = Math.min(Math.abs(size), 1000);
    } else if (count !== undefined && operands.length >= count) {
      result.color = `${operands.slice(-count).join(' ')} ${token}`;
    }
    operands.length = 0;
  }
  return result;
}

function decodeName(name: string): string {
  return name.replace(/#([\da-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

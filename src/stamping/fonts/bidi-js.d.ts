declare module 'bidi-js' {
  interface EmbeddingLevels {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  }
  interface Bidi {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels;
    /** Indexes of the text's UTF-16 units in visual order, from left to right. */
    getReorderedIndices(text: string, levels: EmbeddingLevels): number[];
    getMirroredCharacter(char: string): string | null;
    getReorderedString(text: string, levels: EmbeddingLevels, start?: number, end?: number): string;
  }
  export default function createBidi(): Bidi;
}

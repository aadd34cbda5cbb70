/** The one-file build has no types of its own; they are those of the package. */
declare module '*/node_modules/pdf-lib/dist/pdf-lib.esm.js' {
  export * from 'pdf-lib';
}

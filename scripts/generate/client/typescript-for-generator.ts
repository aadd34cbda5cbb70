import { registerHooks } from 'node:module';

const compiler = import.meta.resolve('@ts-morph/common');

/**
 * The generator builds its output with the JavaScript API of the TypeScript compiler, which version 7 no longer has.
 * It is given the last one that does; everybody else, `tsc` included, keeps the project's own. Import this first.
 */
registerHooks({
  resolve(specifier, context, next) {
    const asks = context.parentURL ?? '';
    if (specifier !== 'typescript' || !asks.includes('/openapi-typescript/')) return next(specifier, context);
    return { url: new URL('./typescript.js', compiler).href, format: 'commonjs', shortCircuit: true };
  },
});

import { registerHooks } from 'node:module';

const compiler = import.meta.resolve('@ts-morph/common');

/**
 * The generator uses the JavaScript API of the TypeScript compiler, which version 7 no longer has. This hook gives it the
 * compiler bundled with @ts-morph/common; all other modules use the version of the project. Import this module first.
 */
registerHooks({
  resolve(specifier, context, next) {
    const importer = context.parentURL ?? '';
    if (specifier !== 'typescript' || !importer.includes('/openapi-typescript/'))
      return next(specifier, context);
    return { url: new URL('./typescript.js', compiler).href, format: 'commonjs', shortCircuit: true };
  },
});

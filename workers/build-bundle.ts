import { failureConverterPath } from '../src/infra/temporal/data-converter.ts';
import { workflowModules } from '../src/infra/tracing/open-tracing.ts';
import { builtFolder, loadWorkflowBundle } from './bundle.ts';

/** Bundles the workflow code ahead, as an image wants it: with and without traces, with and without encryption. */
for (const interceptors of [[], workflowModules]) {
  await loadWorkflowBundle(builtFolder, { interceptors });
  await loadWorkflowBundle(builtFolder, { interceptors, failureConverterPath });
}

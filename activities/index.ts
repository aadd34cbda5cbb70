import type { RunRecorder } from '../src/modules/runs/run-recorder.ts';
import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { DocumentStamper } from '../src/modules/stamping/single/document-stamper.ts';
import type { Activities } from '../workflows/contracts.ts';
import { dataNode } from './data-node.ts';
import { recordRun } from './record-run.ts';
import { stampDocument } from './stamp-document.ts';

export interface ActivityServices {
  runTexts: RunTexts;
  runRecorder: RunRecorder;
  documentStamper: DocumentStamper;
}

/** What a worker can do. The engine never sees the services, only the results. */
export function createActivities(services: ActivityServices): Activities {
  return {
    composeNode: dataNode('composeNode', services),
    selectNode: dataNode('selectNode', services),
    stampDocument: stampDocument(services),
    recordRun: recordRun(services),
  };
}

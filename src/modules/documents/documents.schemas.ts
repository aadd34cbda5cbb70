import Type from 'typebox';
import { publicId, timestamp } from '../../http/schemas.ts';

export const documentRecord = Type.Object(
  {
    documentId: publicId('doc'),
    name: Type.String({ description: 'File name' }),
    templateId: Type.String(),
    templateVersion: Type.Integer({ description: 'The version that was filled' }),
    workflowId: publicId('wrk'),
    runId: publicId('run'),
    nodeId: Type.String(),
    size: Type.Integer({ description: 'Bytes' }),
    createdAt: timestamp,
  },
  { additionalProperties: false },
);

export type DocumentRecord = Type.Static<typeof documentRecord>;

import path from 'node:path';
import { API } from 'typescript/unstable/sync';

/** A TypeScript program in memory in which the text of a file can be replaced. */
export interface TypeChecker {
  /** Whether the file has no type error with this text. Files that import it are not checked. */
  compiles(file: string, text: string): boolean;
  close(): void;
}

export function openTypeChecker(folder: string): TypeChecker {
  const replaced = new Map<string, string>();
  const api = new API({ cwd: folder, fs: { readFile: (file) => replaced.get(file) } });
  const config = path.join(folder, 'tsconfig.json');
  api.updateSnapshot({ openProjects: [config] }).dispose();
  return {
    compiles(file, text) {
      const target = path.join(folder, file);
      replaced.set(target, text);
      const snapshot = api.updateSnapshot({ fileChanges: { changed: [target] } });
      const errors = snapshot.getProject(config)?.program.getSemanticDiagnostics(target) ?? [];
      snapshot.dispose();
      replaced.delete(target);
      api.updateSnapshot({ fileChanges: { changed: [target] } }).dispose();
      return errors.length === 0;
    },
    close: () => api.close(),
  };
}

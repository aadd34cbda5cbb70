/** Folders of test files that take longest, longest first. */
const FOLDERS = ['component/process', 'component/demo', 'temporal', 'api', 'component', 'db', 'unit'];

/** Where a test file, relative to the folder of tests, comes in this order: 0 for the longest. */
export function rankOfTest(file: string): number {
  const rank = FOLDERS.findIndex((folder) => file.startsWith(`${folder}/`));
  return rank === -1 ? FOLDERS.length : rank;
}

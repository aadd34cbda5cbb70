import chromium from '@sparticuz/chromium';

/**
 * Unpacks the browser of the npm package into TMPDIR and says where it is and how it is started. A process of its own,
 * because the package takes everything it needs to know from the environment.
 */
const executablePath = await chromium.executablePath();
console.log(JSON.stringify({ executablePath, args: chromium.args, libraries: process.env.LD_LIBRARY_PATH }));

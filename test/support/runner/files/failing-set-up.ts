import { afterFile } from '../after-file.ts';
import { keepForFile } from './faulty-tests.ts';

keepForFile('failing-set-up');
afterFile(() => console.error('closed after a failed set-up'));
throw new Error('no set-up');

import { throwFaults } from '../check-fetch.ts';
import { endFile } from './after-file.ts';

// Loaded before every test file.
afterEach(throwFaults);
afterAll(endFile);

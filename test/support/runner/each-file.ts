import { throwFaults } from '../responses/check-fetched.ts';
import { endFile } from './after-file.ts';

// Loaded before every test file.
afterEach(throwFaults);
afterAll(endFile);

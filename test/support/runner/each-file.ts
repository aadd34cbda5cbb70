import { checkFetchedResponses, throwFaults } from '../responses/check-fetched.ts';
import { endFile } from './after-file.ts';

// Jest loads this file before each test file (`setupFilesAfterEnv` in jest.config.js).
checkFetchedResponses();
afterEach(throwFaults);
afterAll(endFile);

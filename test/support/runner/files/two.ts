import { defineTests } from './faulty-tests.ts';

defineTests('two');

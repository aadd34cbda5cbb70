import { defineTests } from './faulty-tests.ts';

defineTests('one');

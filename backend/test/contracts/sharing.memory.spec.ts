import { MemoryLeases, MemoryProgress } from '../support/sharing.js';
import { sharingContract } from './sharing.contract.js';

let leases: MemoryLeases;
let row: MemoryProgress;
beforeEach(() => {
  leases = new MemoryLeases();
  row = new MemoryProgress();
});

sharingContract('the memory of tests', { leases: () => leases, row: () => row });

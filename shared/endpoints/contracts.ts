import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { skillLimits } from '../rules/skills.ts';
import { anyText, IdNumber, line, Moment, Version, wholeNumber } from '../schemas.ts';
import { contractTypes } from './bridge.ts';

const endpoint = endpointsOf('Contracts', { permissions: ['server'] });

export const contractLimits = {
  contracts: 500,
  description: 500,
  amount: 1_000_000,
  weight: 1_000,
};

const fields = {
  name: line(80, 'Give the contract a name.'),
  type: z.enum(contractTypes, 'Choose Gather or Delivery.'),
  /** One of the site's skills. */
  skill: line(skillLimits.nameLength, 'Choose a skill.'),
  level: wholeNumber(1, 99),
  npcId: wholeNumber(0, 65_535),
  npcName: line(60, 'Enter the name of the NPC.'),
  itemId: wholeNumber(0, 65_535),
  minAmount: wholeNumber(1, contractLimits.amount),
  maxAmount: wholeNumber(1, contractLimits.amount),
  /** How often it is handed out, relative to the others. */
  weight: z._default(wholeNumber(0, contractLimits.weight), 10),
  description: z._default(anyText(contractLimits.description), ''),
  enabled: z._default(z.boolean(), true),
};
const ordered = z.refine<{ minAmount: number; maxAmount: number }>(
  ({ minAmount, maxAmount }) => maxAmount >= minAmount,
  { error: 'The maximum must not be below the minimum.', path: ['maxAmount'] },
);

export type ContractDraft = z.infer<typeof ContractDraft>;
export const ContractDraft = z.object(fields).check(ordered);

export type Contract = z.infer<typeof Contract>;
export const Contract = z.object({
  ...fields,
  id: z.int(),
  version: z.int(),
  updatedAt: Moment,
  updatedBy: z.string(),
});

export const listContracts = endpoint('GET /api/admin/contracts', {
  summary: 'All skilling contracts, and whether the game servers have loaded them.',
  response: z.object({
    contracts: z.array(Contract),
    /** The latest reloadContracts command of each game server. */
    sync: z.array(
      z.object({
        server: z.string(),
        state: z.nullable(z.string()),
        at: z.nullable(Moment),
      }),
    ),
  }),
});

export const createContract = endpoint('POST /api/admin/contracts', {
  summary: 'Add a contract.',
  body: z.object({ ...fields, copyOf: z.optional(IdNumber) }).check(ordered),
  response: Contract,
});

export const updateContract = endpoint('PUT /api/admin/contracts/{id}', {
  summary: 'Update a contract; with a version, refused if it has changed since.',
  body: z.object({ ...fields, version: z.optional(Version) }).check(ordered),
  response: Contract,
});

export const enableContract = endpoint('PATCH /api/admin/contracts/{id}', {
  summary: 'Enable or disable a contract.',
  body: z.object({ enabled: z.boolean() }),
  response: Contract,
});

export const deleteContract = endpoint('DELETE /api/admin/contracts/{id}', {
  summary: 'Delete a contract.',
});

/** The content of an export file. A plain array is wrapped before it is checked. */
export type ContractFile = z.infer<typeof ContractFile>;
export const ContractFile = z.object({
  contracts: z
    .array(ContractDraft)
    .check(
      z.minLength(1, 'The file contains no contracts.'),
      z.maxLength(contractLimits.contracts),
    ),
});

export const importContracts = endpoint('POST /api/admin/contracts/import', {
  summary: 'Import the contracts of a file, in addition to the existing ones or replacing them.',
  body: z.extend(ContractFile, { mode: z.enum(['add', 'replace']) }),
  response: z.object({ added: z.int(), removed: z.int() }),
});

export const contractExportPath = '/api/admin/contracts/export.json';

export const exportContracts = endpoint(`GET ${contractExportPath}`, {
  summary: 'All contracts as a file that can be imported again.',
  response: ContractFile,
  contentType: 'application/json',
});

import { expect, test } from 'vitest';

import { checkList, checkRules } from './vote-forms.ts';

const fields = {
  name: 'Lantern List',
  link: 'https://list.test/{token}',
  tokenParameter: 'userid',
  successParameter: '',
  successValue: '',
  tokenAlphabet: 'digits',
  tokenLength: '39',
  intervalHours: '12',
  method: 'any',
  senders: '',
  coins: '5',
  shopItemId: '',
};

test('the senders of a list are separated by commas or spaces, and an empty reward is left out', () => {
  const { data, errors } = checkList({
    ...fields,
    senders: ' 10.0.0.1 list.test ,\n10.0.0.2 ',
    coins: '',
    shopItemId: '9',
  });
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    ...fields,
    tokenLength: 39,
    intervalHours: 12,
    senders: ['10.0.0.1', 'list.test', '10.0.0.2'],
    coins: 0,
    shopItemId: 9,
    isOn: false,
  });
  const full = checkList({ ...fields, isOn: 'on' });
  expect(full.data).toMatchObject({ senders: [], coins: 5, shopItemId: null, isOn: true });
});

test.each([
  ['name', { name: '' }],
  ['tokenLength', { tokenLength: '' }],
  ['intervalHours', { intervalHours: '' }],
  ['coins', { coins: '1.5' }],
])('a list with a wrong %s is refused at its field', (field, change) => {
  expect(Object.keys(checkList({ ...fields, ...change }).errors ?? {})).toEqual([field]);
});

test('rules that are left empty give nothing', () => {
  const { data } = checkRules({ streakDays: '', coins: '', shopItemId: '', prize: '' });
  expect(data).toEqual({ streakDays: 0, coins: 0, shopItemId: null, prize: '', tellGames: false });
});

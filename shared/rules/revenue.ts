// Without schemas: the address of the page has the group.

export const revenueGroups = ['item', 'sale', 'code'] as const;

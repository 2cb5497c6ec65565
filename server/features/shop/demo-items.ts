export type DemoItem = {
  name: string;
  /** File name in server/demo/art/items, without .svg. */
  art: string;
  description: string;
  price: number;
  itemId: number;
  quantity?: number;
  stock?: number;
  perPlayer?: number;
  endsInDays?: number;
  isHidden?: boolean;
};

export const demoItems: DemoItem[] = [
  {
    name: 'Crown of the First Keep',
    art: 'crown',
    description: 'Found under the old throne, polished once a century. Heavier than it looks.',
    price: 4800,
    itemId: 9470,
    stock: 3,
    perPlayer: 1,
  },
  {
    name: 'Emberlit Lantern',
    art: 'lamp',
    description: 'Its flame has not gone out since the siege. Follows you into the dark.',
    price: 650,
    itemId: 4548,
  },
  {
    name: 'Wyrmling Egg',
    art: 'pet-egg',
    description: 'Keep it warm. What hatches will follow you, and eat your fish.',
    price: 2400,
    itemId: 12485,
    perPlayer: 1,
    endsInDays: 5.2,
  },
  {
    name: 'Mask of the Harvest King',
    art: 'mask',
    description: 'Worn at the last dance of autumn. Only while the leaves fall.',
    price: 1500,
    itemId: 9925,
    stock: 42,
    endsInDays: 1.35,
  },
  {
    name: 'Blade of the East Ridge',
    art: 'sword',
    description: 'For looks alone: the smith swears it has never cut anything but bread.',
    price: 1250,
    itemId: 1333,
  },
  {
    name: 'Shield of the Red Gate',
    art: 'shield',
    description: 'Carried by the four who held the bridge. The dents are original.',
    price: 1250,
    itemId: 1201,
  },
  {
    name: 'Star Warden’s Cape',
    art: 'cape',
    description: 'Green as the old forest, with a star for every night watch kept.',
    price: 900,
    itemId: 6070,
  },
  {
    name: 'Robe of the Drowned Library',
    art: 'robe',
    description: 'Still a little damp. Smells of ink and deep water.',
    price: 1100,
    itemId: 4091,
    isHidden: true,
  },
  {
    name: 'Heart of the Lake',
    art: 'amulet',
    description: 'A stone that holds the light of one clear morning.',
    price: 1800,
    itemId: 1704,
    perPlayer: 2,
  },
  {
    name: 'Pilgrim’s Boots',
    art: 'boots',
    description: 'They know the way. You only have to lift your feet.',
    price: 400,
    itemId: 3105,
  },
  {
    name: 'Draught of Second Wind',
    art: 'potion',
    description: 'Fifty flasks of the herbalist’s best. Tastes of mint and regret.',
    price: 300,
    itemId: 3008,
    quantity: 50,
  },
  {
    name: 'Banner of Your House',
    art: 'banner',
    description: 'Plant it where you camp, so that friends find the fire.',
    price: 750,
    itemId: 11212,
  },
  {
    name: 'Key to the Lower Vault',
    art: 'key',
    description: 'Opens one chest, once. The last one has been sold.',
    price: 500,
    itemId: 991,
    stock: 0,
  },
  {
    name: 'Midwinter Chest',
    art: 'chest',
    description: 'A surprise for the longest night. Not yet.',
    price: 2000,
    itemId: 13439,
    isHidden: true,
  },
];

/** The first word of an anonymous username. */
export const FIRST = words(`
  Amber Autumn Balmy Bold Brave Breezy Bright Brisk Bubbly Calm Candid Cheerful Chirpy Civil Clever Cloudy
  Coastal Copper Coral Cosmic Cozy Crisp Curious Dapper Daring Dawn Dazzling Dreamy Eager Early Earnest
  Easy Electric Emerald Fabled Fair Famous Festive Fleet Fluent Fond Frank Fresh Gallant Generous Gentle
  Gilded Glad Gleaming Golden Grand Happy Hardy Hazel Honest Humble Indigo Ivory Jaunty Jolly Jovial Keen
  Kind Lively Loyal Lucky Lunar Maple Marble Mellow Merry Mighty Mindful Misty Modest Nimble Noble Northern
  Olive Patient Peppy Placid Plucky Polite Prime Proud Quick Quiet Rapid Rustic Silver Sincere Snowy Solar
  Spirited Steady Stellar Sunny Swift Tidy Upbeat Velvet Vivid Warm Whimsical Wise Witty Zesty
`);

/** The second word of an anonymous username. */
export const SECOND = words(`
  Acorn Albatross Alpaca Antelope Badger Beacon Bear Beaver Bison Bluebird Breeze Brook Canary Canyon Cedar
  Cheetah Chipmunk Clover Comet Condor Coyote Crane Cricket Daisy Dolphin Dove Dragonfly Eagle Echo Elk
  Falcon Fern Finch Firefly Flamingo Fox Gazelle Gecko Giraffe Glacier Goldfinch Grove Harbor Hare Harvest
  Hedgehog Heron Hummingbird Ibis Iguana Jaguar Jay Kestrel Kingfisher Kiwi Koala Lark Lemur Leopard
  Lighthouse Lotus Lynx Magpie Mango Manatee Meadow Meerkat Mongoose Moose Nightingale Oriole Osprey Otter
  Owl Panda Panther Parrot Pelican Penguin Peregrine Pine Plover Puffin Quail Rabbit Raven River Robin
  Salmon Sandpiper Seal Sparrow Squirrel Starling Stork Swallow Swan Tapir Tern Tiger Toucan Turtle Walrus
  Willow Wolf Wombat Woodpecker Wren Zebra
`);

/** How many random bytes {@link anonymousUsername} takes. */
export const USERNAME_BYTES = 12;

/** A name like `SunnyOtter4821`: two words and four digits, from random bytes only. @throws RangeError for too few */
export function anonymousUsername(random: Uint8Array): string {
  if (random.length < USERNAME_BYTES) throw new RangeError(`a username needs ${USERNAME_BYTES} random bytes`);
  const numbers = new DataView(random.buffer, random.byteOffset, random.byteLength);
  const first = FIRST[numbers.getUint32(0) % FIRST.length];
  const second = SECOND[numbers.getUint32(4) % SECOND.length];
  const digits = String(numbers.getUint32(8) % 10_000).padStart(4, '0');
  return `${first}${second}${digits}`;
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** The workers of the page: one for each view that needs an engine, started when it is first used. */

import { Client } from './client';

export type Room = 'table' | 'lessons' | 'play';

const clients = new Map<Room, Client>();

/** Returns the worker of a view. */
export function clientOf(room: Room): Client {
  let client = clients.get(room);
  if (client === undefined) {
    client = new Client();
    clients.set(room, client);
  }
  return client;
}

/** What to add and in which order: the part of the page on scale that no figure changes. */

export const growthSteps = `In this order, each when the part before it is the one that is full:

1. **Workers.** They are stateless: any number may run, and any may be killed. A slot is one core. Scale on the age of the oldest pending job, not on CPU: a worker that waits for its storage is idle and late at once. But add only while the slots there are busy: an old queue with idle slots means that the database is the bottleneck, and an autoscaler that looks at age alone runs away. Keep at least twice as many slots as the largest plan may have jobs under way, so that one account can never hold more than half of them.
2. **API processes.** They are stateless too, behind any load balancer. Each has a preflight JVM: give it a core of its own where documents are large. Clients that use the signed URLs of a job read results from the storage and cost the API nothing.
3. **A larger Postgres.** Queue and records share it, so that nothing accepted can be lost; the price is that it is the one part that does not scale by adding processes. Connections: one pool for each process (\`OCTAVO_DATABASE_POOL_MAX\`), and a pooler in transaction mode in front of it beyond a few hundred processes ([how to set it up](connection-pooling.md)).
4. **Read replicas** for what need not be of this second: lists, usage, the log of webhooks. A job by its id is read where it is written: a client must see what it has just submitted.
5. **Partitions by month** for what only grows at its end: \`events\`, \`ledger\`, \`idempotency_keys\`, \`webhook_deliveries\`. Old ones are then dropped whole instead of being deleted row by row. \`jobs\` stays whole within a cell: its hot part is small, and its indexes are partial.
6. **Cells.** A cell is all of the above with its own database and bucket, and knows nothing of the others. In front of them is a directory from account to cell, which changes only when an account moves and can be kept in every router's memory; keys carry no account, so that their hashes are in the directory as well. A cell that fails affects its own accounts and no others. Choose the size of a cell by what a failure may cost, not by what Postgres can bear.

Citus would spread one cell over several servers instead: nearly every table has an \`account_id\` to distribute by, but \`outputs\` has not and the queue's tables would stay on one of the servers. Cells need no change of the schema and contain failures; a distributed database does not. It is the second choice, for one account that outgrows a cell.`;

export const movingAnAccount = `### How an account moves to another cell

This is a procedure for an operator. Only step 2 has a command; copying and the directory are not part of Octavo.\n\nEverything of an account belongs to its id: its rows, its events numbered without gaps, and its files under one prefix of the bucket.

1. Copy the files under the account's prefix to the other bucket, while the service runs. They never change, only come and go.
2. Stop writes with \`npm run admin -- account stop-writes ACCOUNT\`: submits, deletes and every other change of this account are answered with 503 and \`Retry-After\`; reads continue, running jobs finish, and nothing expires. Submits that began before are refused when they are committed. Repeat the command until \`active_jobs\` and \`unfinished_writes\` are 0: seconds, unless a very long job is being converted. \`account allow-writes\` ends the stop. [Decision 71](../decisions/0071-write-stop.md) says how it is enforced.
3. Copy what was added to the bucket meanwhile, and the account's rows in one transaction that reads and one that writes, tables in the order of their references.
4. Change the directory. The first request after it finds everything; clients reconnect their event streams and continue after the last number they saw, because the numbers came along.
5. Delete rows and files in the old cell after a day, once it is clear that the move stays.`;

-- What is said in a thread is sealed with its guest's key and its salt: deleting
-- the thread destroys the salt. What was sealed before has the guest's key alone.
CREATE TABLE thread_salts (
    guest  text COLLATE "C",
    thread text COLLATE "C",
    salt   bytea NOT NULL,
    PRIMARY KEY (guest, thread)
);

/* The headers of tar streams, and what stands in them. */
#ifndef ARCHIVE_H
#define ARCHIVE_H

enum { BLOCK = 512, NAME = 100, PATH_LENGTH = 4096 };

enum { PLAIN = '0', HARD_LINK = '1', LINK = '2', DEVICE = '3', DIRECTORY = '5', LONG_NAME = 'L', LONG_LINK = 'K' };

struct header {
    char name[NAME];
    char mode[8];
    char user[8];
    char group[8];
    char size[12];
    char time[12];
    char sum[8];
    char type;
    char link[NAME];
    char magic[8];
    char user_name[32];
    char group_name[32];
    char major[8];
    char minor[8];
    char rest[167];
};

void allow_depth(void);
void conclude_archive(int connection, int done);

#endif

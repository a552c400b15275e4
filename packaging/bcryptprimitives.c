/* For the checks alone: the one function of bcryptprimitives.dll that programs in Rust ask for, such
 * as pydantic_core. Windows has it since version 10; Wine has it since version 9, and Debian 12 has
 * Wine 8. The random numbers are the system's own, by what RtlGenRandom is called there. */

__declspec(dllimport) unsigned char SystemFunction036(void *room, unsigned long size);

__declspec(dllexport) int ProcessPrng(unsigned char *room, unsigned long long size)
{
    return SystemFunction036(room, (unsigned long)size);
}

int DllMainCRTStartup(void *library, unsigned long reason, void *reserved)
{
    return 1;
}
